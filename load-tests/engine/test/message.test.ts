import { expect, test } from 'vitest';
import { compileMessage, writeVariables } from '../src/writers/message.ts';

const { $writeId, $writeNumber, $writeGroup, $writer, $now } = writeVariables;

test('each write gets its own values for the marks, and the rest stays', () => {
  const fill = compileMessage([
    { _id: $writeId, n: $writeNumber, text: `no. ${$writeNumber} of ${$writer}`, deep: [1, null] },
    [$writeGroup, `list-${$writeGroup}`],
  ]);
  expect(fill({ id: 'w-a', k: 10, group: 4, writer: 2 })).toEqual([
    { _id: 'w-a', n: 10, text: 'no. 10 of 2', deep: [1, null] },
    [4, 'list-4'],
  ]);
  expect(fill({ id: 'w-b', k: 11, group: 5, writer: 3 })).toEqual([
    { _id: 'w-b', n: 11, text: 'no. 11 of 3', deep: [1, null] },
    [5, 'list-5'],
  ]);
});

test('a mark for a date alone becomes a date', () => {
  expect(compileMessage({ at: $now })({ id: '', k: 0, group: 0, writer: 0 })).toEqual({
    at: expect.any(Date),
  });
});

test('other objects than lists and plain objects stay the same', () => {
  const values = [Buffer.from('a'), new Uint16Array(2), new Date(5), new Map([[1, 2]]), /x/];
  const filled = compileMessage({ values })({ id: '', k: 0, group: 0, writer: 0 }) as { values: unknown[] };
  filled.values.forEach((value, i) => {
    expect(value).toBe(values[i]);
  });
});
