import { expect, test } from 'vitest';
import { compileMessage, writeVariables } from '../src/writers/message.ts';

const { $writeId, $writeNumber, $writeGroup, $writer, $now } = writeVariables;

test('what differs between writes is filled in for each, the rest stays', () => {
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

test('a date alone is a date', () => {
  expect(compileMessage({ at: $now })({ id: '', k: 0, group: 0, writer: 0 })).toEqual({
    at: expect.any(Date),
  });
});

test('what is neither a list nor a plain object stays the same', () => {
  const values = [Buffer.from('a'), new Uint16Array(2), new Date(5), new Map([[1, 2]]), /x/];
  const filled = compileMessage({ values })({ id: '', k: 0, group: 0, writer: 0 }) as { values: unknown[] };
  filled.values.forEach((value, i) => {
    expect(value).toBe(values[i]);
  });
});
