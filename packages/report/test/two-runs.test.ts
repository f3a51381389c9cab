import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { CompareFolder, CompareManifest } from '@meteor-vs-mean/measure/results';
import {
  deliveryRound,
  type Fixture,
  fixture,
  mean,
  memoryRound,
  meteor,
  temporaryFolder,
  writeFixture,
} from '@meteor-vs-mean/measure/results/fixture';
import { expect, test } from 'vitest';
import { sideBySideBlocks } from '../src/side-by-side.ts';
import { terminal } from '../src/terminal.ts';
import { twoRuns } from '../src/two-runs.ts';
import { twoRunsReport } from '../src/two-runs-report.ts';

const run = promisify(execFile);
const main = path.resolve(import.meta.dirname, '../src/main.ts');
const report = (...args: string[]) =>
  run(process.execPath, [main, ...args], { env: { ...process.env, NO_COLOR: '1' } });

/** Six pairs. @param factor of Meteor's p50 and CPU */
function sixPairs(factor: number, manifest: Partial<CompareManifest> = {}): Fixture {
  return fixture({
    deliveries: [1, 2, 3, 4, 5, 6].flatMap((pair) => [
      deliveryRound(meteor, 2 * pair - 1, pair, { p50: 11 * factor * (1 + pair / 100), cpu: 60 * factor }),
      deliveryRound(mean, 2 * pair, pair, { p50: 8 * (1 + pair / 100) }),
    ]),
    manifest,
  });
}

test('an upgrade: what changed, by how much, and what did not', async () => {
  await using temporary = await temporaryFolder();
  const before = sixPairs(1);
  const { meteor: old } = before.manifest.stacks;
  const stacks = { ...before.manifest.stacks, meteor: { ...old, version: '3.6' } as NonNullable<typeof old> };
  const a = await writeFixture(path.join(temporary.folder, 'a'), before);
  const b = await writeFixture(path.join(temporary.folder, 'b'), sixPairs(0.8, { id: 'after', stacks }));
  const [html, md] = ['out.html', 'out.md'].map((name) => path.join(temporary.folder, name)) as [
    string,
    string,
  ];
  const { stdout } = await report(a, b, '--out', html, '--out', md);
  const text = stripVTControlCharacters(stdout);
  expect(text).toContain('Meteor: version: 3.5.2 → 3.6');
  expect(text).toMatch(
    /Meteor, fan-out: p50 is 0\.8\d times what it was \(.* ms; 95 % interval 0\.\d\d to 0\.\d\d\)/,
  );
  expect(text).toContain('MEAN (unchanged between the runs), fan-out: p50 shows no difference');
  expect(text).not.toMatch(/The runs differ in|No stack differs/);
  // The ratios of both runs are those of the fixture, without noise: whatever changed is seen.
  expect(text).toMatch(/Of \d+ ratios that both runs have with an interval, \d+ show no difference/);
  expect(text).toMatch(/Meteor \/ MEAN, fan-out/);
  const page = await readFile(html, 'utf8');
  expect(page).toContain('What changed from A to B');
  const markdown = await readFile(md, 'utf8');
  expect(markdown).toContain('| fan-out latency p50 |');
  // As typed, it would be refused: the folder is there.
  expect(markdown).toContain(
    `git checkout ${before.manifest.git?.commit}\nnpm ci\nnpm run compare -- --rounds 3\n`,
  );
});

test('an A/A next to another run is judged by its interval, not by the floor made of itself or of that run', () => {
  const [one, other] = [
    { ...meteor, key: 'one' },
    { ...meteor, key: 'other' },
  ];
  const control = (factor: number, p50_ms: number) =>
    fixture({
      experiment: 'control',
      contestants: [one, other],
      deliveries: [1, 2, 3, 4, 5, 6].flatMap((pair) => [
        deliveryRound(one, 2 * pair - 1, pair, { p50: 8 * factor * (1 + pair / 100) }),
        deliveryRound(other, 2 * pair, pair),
      ]),
      plan: { floor: { folder: 'control', sameMachine: true, figures: { p50_ms } } },
    }) as unknown as CompareFolder;
  const blocks = sideBySideBlocks(twoRunsReport(twoRuns(control(1.2, 1.5), control(1.3, 1.6))));
  const lines = stripVTControlCharacters(terminal(blocks)).split('\n');
  const at = lines.findIndex((line) => line.includes('latency p50'));
  expect(lines[at]).toMatch(/│ 1\.2\d \(95 %.*\) │ 1\.3\d \(95 %/);
  expect(lines[at + 1]).not.toContain('no difference seen');
});

test('another load or machine is warned of, and three starts carry no interval', async () => {
  await using temporary = await temporaryFolder();
  const before = sixPairs(1);
  const { machine, options } = before.manifest;
  const few = fixture({
    deliveries: [1, 2, 3].map((pair) => deliveryRound(mean, pair, pair, { p50: 20 })),
    contestants: [mean],
    manifest: { machine: { ...machine, cores: 8 }, options: { ...options, rate: 50 } },
  });
  const a = await writeFixture(path.join(temporary.folder, 'a'), before);
  const b = await writeFixture(path.join(temporary.folder, 'b'), few);
  const text = stripVTControlCharacters((await report(a, b)).stdout);
  expect(text).toContain('The runs differ in cores and rate');
  // The same build, so whatever became slower is no upgrade's doing.
  expect(text).toMatch(
    /^No stack differs between the runs: what differs below is the doing of the machine, or of cores and rate\.\s+MEAN/m,
  );
  expect(text).toMatch(/MEAN, fan-out: p50 is 2\.\d+ times what it was \(.*no interval: 6 and 3 starts/);
  expect(text).toContain('meteor, fan-out: only A has it.');
});

test('a cost that one run may not quote is not quoted beside another, nor has it a ratio', async () => {
  await using temporary = await temporaryFolder();
  const starts = (client_bytes: number) =>
    fixture({
      memory: [1, 2, 3].map((pair) => memoryRound(mean, pair, pair, { client_bytes })),
      contestants: [mean],
    });
  const a = await writeFixture(path.join(temporary.folder, 'a'), starts(-3000));
  const b = await writeFixture(path.join(temporary.folder, 'b'), starts(11_000));
  const text = stripVTControlCharacters((await report(a, b)).stdout);
  expect(text).toMatch(
    /│ heap per client.*│ +too small to measure │ 10\.9 KB \(.*, 3 starts\) │ +no ratio │/,
  );
  expect(text).toMatch(/│ {3}RSS .*│ +too small to measure \(use more --steps\) │/);
  expect(text).not.toMatch(/∞|0 starts|-3\.0/);
});

test('a folder that doesn’t add up is not drawn', async () => {
  await using temporary = await temporaryFolder();
  const folder = await writeFixture(path.join(temporary.folder, 'a'), sixPairs(1));
  const file = path.join(folder, 'rounds.jsonl');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"delivered":5000', '"delivered":4999'));
  const failed = await report(folder).then(
    () => undefined,
    (error: { code: number; stderr: string }) => error,
  );
  expect(failed?.code).toBe(1);
  expect(failed?.stderr.trim()).toMatch(/^report: .* doesn't add up\. .* is 5000, but .* has 4999$/);
  expect((await readdir(folder)).filter((name) => name.startsWith('report'))).toEqual([]);
});

test('bad input is one line, and the exit status says so', async () => {
  for (const [args, line] of [
    [['/nowhere/at/all'], 'report: There is no folder /nowhere/at/all'],
    [[], 'report: Name a results folder, or two to compare'],
    [['a', 'b', 'c'], 'report: Name at most two results folders'],
    [['a', 'b', '--out', 'x.pdf'], 'report: --out x.pdf: name a file that ends in .html or .md'],
    [['a', '--out', 'x.md'], 'report: --out goes with two folders: the report of one is written into it'],
  ] as const) {
    const failed = await report(...args).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed?.code).toBe(1);
    expect(failed?.stderr.trim()).toBe(line);
  }
  expect((await report('--help')).stdout).toContain('npm run report -- <A> <B>');
});
