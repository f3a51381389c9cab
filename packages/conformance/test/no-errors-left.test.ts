import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { expect, test } from 'vitest';

test('a timed-out case closes nothing of the next one', () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--root', join(import.meta.dirname, '..'), '--testTimeout=1000', '--reporter=tap-flat'];
  const { stdout } = spawnSync(process.execPath, [vitest, 'run', 'timed-out.spec.ts', ...options]);
  const verdicts = stdout.toString().match(/^(not )?ok .*(late|next)/gm) ?? [];
  const words = verdicts.map((line) => `${line.match(/late|next/)} ${line.match(/^(not )?ok/)?.[0]}`);
  expect(words, stdout.toString()).toEqual(Array(2).fill(['late not ok', 'next ok']).flat());
});
