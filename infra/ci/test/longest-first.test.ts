import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import { expect, test } from 'vitest';
import { last, longest } from '../longest-first.ts';

test('every file that is to begin early or late is there', () => {
  expect([...longest, ...last].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
