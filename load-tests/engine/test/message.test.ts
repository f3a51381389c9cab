import { expect, test } from 'vitest';
import { compileMessage, writeVariables } from '../src/message.ts';

const { $writeId, $writeNumber, $writer, $now } = writeVariables;

test('what differs between writes is filled in for each, the rest stays', () => {
  const fill = compileMessage([
    { _id: $writeId, n: $writeNumber, text: `no. ${$writeNumber} of ${$writer}`, deep: [1, null] },
  ]);
  expect(fill({ id: 'w-a', k: 10, writer: 2 })).toEqual([
    { _id: 'w-a', n: 10, text: 'no. 10 of 2', deep: [1, null] },
  ]);
  expect(fill({ id: 'w-b', k: 11, writer: 3 })).toEqual([
    { _id: 'w-b', n: 11, text: 'no. 11 of 3', deep: [1, null] },
  ]);
});

test('a date alone is a date', () => {
  expect(compileMessage({ at: $now })({ id: '', k: 0, writer: 0 })).toEqual({ at: expect.any(Date) });
});
