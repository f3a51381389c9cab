import { execFile } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { attackExperiment } from '../../src/attack/plan.ts';
import { AppTargets } from '../../src/command/index.ts';
import { readSamples } from '../read-samples.ts';

const script = join(import.meta.dirname, '../../src/main.ts');
const run = promisify(execFile);

test('only a toy, which runs beside other work, is held to no time', () => {
  const bounds = (size: 'toy' | 'full') => {
    const { tables } = attackExperiment(new AppTargets(false), {}).plan(size);
    return tables.find(({ key }) => key === 'held')?.notes?.join('\n');
  };
  expect(bounds('full')).toContain('calls within 500 ms (99 %)');
  expect(bounds('toy')).toContain('answered.');
  expect(bounds('toy')).not.toContain('within');
});

test('four cases are done to MEAN, and each holds', { timeout: 300_000 }, async () => {
  const parts = ['many-sockets', 'foreign-origin', 'upgrades', 'flood'];
  await using folder = await mkdtempDisposable(join(tmpdir(), 'attack-test-'));
  const out = join(folder.path, 'result');
  await run(process.execPath, [script, 'attack', 'mean', '--toy', '--parts', parts.join(), '--out', out]);
  const { rounds, texts } = await readSamples(out);
  expect(rounds.map(({ load }) => load).toSorted()).toEqual(parts.toSorted());
  for (const { load, round, figures } of rounds) {
    expect([load, figures.held], texts.get(round)?.get('seen.txt')).toEqual([load, 1]);
  }
});

test('a part that nobody knows is refused in one line', async () => {
  await expect(run(process.execPath, [script, 'attack', '--parts', 'nothing'])).rejects.toMatchObject({
    stderr: expect.stringMatching(/^attack: --parts nothing: there is no "nothing"; known are frames, .+\n$/),
  });
});
