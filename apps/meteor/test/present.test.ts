import { expect, test } from 'vitest';
import { clockOffset, presentAt } from '../imports/ui/room/present';

const presence = (_id: string, expires_ms: number) => ({
  _id,
  nickname: _id,
  expiresAt: new Date(expires_ms),
});

test('whoever has expired is hidden, and the next to expire is known', () => {
  const { present, next_ms } = presentAt(
    [presence('ada', 900), presence('ben', 1500), presence('cy', 1200)],
    1000,
  );
  expect(present.map(({ _id }) => _id)).toEqual(['ben', 'cy']);
  expect(next_ms).toBe(200);
});

test('an empty room expires never', () => {
  expect(presentAt([], 1000)).toEqual({ present: [], next_ms: Number.POSITIVE_INFINITY });
});

test('a browser whose clock is wrong takes the time from its own presence', () => {
  // Ours is a minute behind: the server dated us 15 s ahead of its now.
  expect(clockOffset(presence('us', 75_000), 15_000, 0)).toBe(60_000);
  expect(clockOffset(undefined, 15_000, 0)).toBeUndefined();
});
