import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { mayGoFirst } from '../src/process/priority.ts';

test('checking for priority leaves the thread’s priority unchanged', () => {
  const before = getPriority();
  const may = mayGoFirst();
  expect(getPriority()).toBe(before);
  // Root of a whole Linux may; whether this one is whole only the system knows.
  if (process.platform !== 'linux' || process.getuid?.() !== 0) expect(may).toBe(false);
});
