import { expect, test } from 'vitest';
import { arrivalsOf } from '../src/instances.ts';

const ms = (count: number) => BigInt(count) * 1_000_000n;
const calls = new Map(['a', 'b', 'c', 'd'].map((id, n) => [id, ms(1000 * n)]));
/** So many milliseconds after each call; those that follow never came. */
const after = (...lengths: number[]) =>
  arrivalsOf(
    calls,
    new Map([...calls].slice(0, lengths.length).map(([id, at], n) => [id, at + ms(lengths[n] as number)])),
  );

test('what was lost counts as slower than anything that came', () => {
  expect(after(5, 3, 9, 7)).toMatchObject({ seen: 4, lost: 0, p50_ms: 5, max_ms: 9 });
  expect(after(5, 3)).toMatchObject({ seen: 2, lost: 2, p50_ms: 5, max_ms: Infinity });
  expect(after(5)).toMatchObject({ seen: 1, lost: 3, p50_ms: Infinity, max_ms: Infinity });
  expect(after()).toMatchObject({ seen: 0, lost: 4, p50_ms: Infinity, max_ms: Infinity });
});
