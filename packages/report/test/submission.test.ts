import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  deliveryRound,
  fixture,
  mean,
  meteor,
  temporaryFolder,
  writeFixture,
} from '@meteor-vs-mean/measure/results/fixture';
import { expect, test } from 'vitest';

const main = path.resolve(import.meta.dirname, '../src/main.ts');

const deliveries = [1, 2, 3, 4, 5, 6].flatMap((pair) => [
  deliveryRound(meteor, 2 * pair - 1, pair),
  deliveryRound(mean, 2 * pair, pair),
]);

function check(folder: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, '--check', folder], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

test('a whole run is told from one that nobody could stand beside another', async () => {
  await using temporary = await temporaryFolder();
  const { manifest } = fixture();
  const git = { commit: manifest.git?.commit ?? 'abc', modified: false };
  const write = (name: string, changes: Partial<typeof manifest>) =>
    writeFixture(path.join(temporary.folder, name), fixture({ deliveries, manifest: changes }));
  const whole = await check(await write('whole', { git }));
  expect(whole.output).toMatch(/: whole \(.*rounds, \d+ of them count; /);
  expect(whole.code).toBe(0);
  const half = await check(await write('half', { git: { ...git, modified: true }, ended: 'interrupted' }));
  expect(half.output).toMatch(/: not whole/);
  expect(half.output).toContain('- it was interrupted\n');
  expect(half.output).toContain('- it was run with uncommitted changes');
  expect(half.code).toBe(1);
});

test('a figure that was changed afterwards is found out', async () => {
  await using temporary = await temporaryFolder();
  const folder = await writeFixture(path.join(temporary.folder, 'run'), fixture({ deliveries }));
  const file = path.join(folder, 'rounds.jsonl');
  const text = await readFile(file, 'utf8');
  const changed = text.replace(/("p50_ms": ?)[\d.]+/, '$11');
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
  const { code, output } = await check(folder);
  expect(code).toBe(1);
  expect(output).toMatch(/^report: .*rounds\.jsonl: p50_ms of round 1 is 1/m);
});
