import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import { expect, test } from 'vitest';
import { longest } from '../longest-first.ts';

test('every file that is to begin early is there', () => {
  expect(longest.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
