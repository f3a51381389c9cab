import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CompareManifest, Manifest, OtherContestant } from '@meteor-vs-mean/measure/results';
import { fixture, mean, meteor, writeFixture } from '@meteor-vs-mean/measure/results/fixture';
import { sampleFixture } from '@meteor-vs-mean/measure/results/sample-fixture';
import { root } from '@meteor-vs-mean/testbed/process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitsSince } from '../../src/references/commits-since.ts';
import { measuredFolders } from '../../src/references/measured-folders.ts';
import { run } from '../../src/references/record.ts';
import { newlyLeftOut, recordedReference } from '../../src/references/recorded.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'references-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const record = async (name: string, manifest: Partial<CompareManifest> = {}) =>
  writeFixture(path.join(folder, name), fixture({ contestants: [mean], manifest }));
const newest = () => recordedReference({ folder: 'full' }, folder);

test('a reference is missing until there is a folder of it', async () => {
  expect(await newest()).toEqual({ folder: 'full', manifest: null });
  await record('2026-01-01-full-500');
  expect(await newest()).toMatchObject({ manifest: null });
});

test('the newest counts, of one day the later', async () => {
  for (const name of ['2026-01-02-full', '2026-01-02t0915-full', '2026-01-01t2359-full']) await record(name);
  expect(await newest()).toMatchObject({ folder: '2026-01-02t0915-full' });
});

test('drawings that git left behind of a run that it removed are no run', async () => {
  await record('2026-01-01-full');
  await mkdir(path.join(folder, '2026-01-02-full'));
  await writeFile(path.join(folder, '2026-01-02-full/report.html'), '<html>');
  expect(await newest()).toMatchObject({ folder: '2026-01-01-full' });
});

test('commits are counted that changed what a run measured, but not its tests', async () => {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: folder })).stdout.trim();
  const commit = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
    await git('add', '.');
    await git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', file);
    return git('rev-parse', 'HEAD');
  };
  await git('init', '-q');
  const measured = await commit('app/a.ts', 'one');
  const since = (of = measured) => commitsSince(of, ['app'], folder);
  await commit('other/a.ts', 'two');
  await commit('app/test/a.test.ts', 'a test');
  expect(await since()).toBe(0);
  await commit('app/a.ts', 'two');
  const last = await commit('app/b.ts', 'more');
  expect(await since()).toBe(2);
  expect(await since(last)).toBe(0);
  // A shallow clone doesn't have every commit.
  expect(await since('c0ffee0000000000000000000000000000000000')).toBeNull();
});

test.for([
  [
    { kind: 'compare', experiment: 'full', options: { stacks: ['mean', 'mean@9e6a577', 'meteor=before'] } },
    ['apps/mean'],
    'apps/meteor',
  ],
  [
    { kind: 'lab', experiment: 'carriers', options: {} },
    ['load-tests/lab/src/carriers'],
    'load-tests/engine/src',
  ],
  [
    { kind: 'experiment', experiment: 'attack', options: {} },
    ['apps/mean', 'load-tests/experiments/src/attack'],
    'load-tests/experiments/src/slow-client',
  ],
] as const)('a run of %j measured %j', ([manifest, measured, other]) => {
  const folders = measuredFolders(manifest as unknown as Manifest);
  expect(folders).toEqual(expect.arrayContaining([...measured]));
  expect(folders).not.toContain(other);
  for (const one of folders) expect(existsSync(path.join(root, one)), one).toBe(true);
});

test('a run that left out what the record before has is known by it', () => {
  const both = fixture({ contestants: [meteor, mean] }).manifest;
  const { stacks, plan } = both;
  const absent = {
    ran: false,
    title: 'Meteor',
    reason: 'not found',
    remedy: 'install it',
    recorded: null,
  } as const;
  const one: CompareManifest = { ...both, stacks: { ...stacks, meteor: absent } };
  expect(newlyLeftOut(one, both)).toEqual(['meteor']);
  expect(newlyLeftOut(one, null)).toEqual([]);
  expect(newlyLeftOut(both, one)).toEqual([]);
  const mode = (what: string) => ({
    ...both,
    plan: { ...plan, notRun: [{ what, reason: 'later version' }] },
  });
  expect(newlyLeftOut(mode('meteor a'), mode('meteor a'))).toEqual([]);
  expect(newlyLeftOut(mode('meteor b'), mode('meteor a'))).toEqual(['meteor b']);
  const grid = sampleFixture().manifest;
  const [first, ...others] = grid.plan.contestants as [OtherContestant, ...OtherContestant[]];
  const without = {
    ...grid,
    plan: { ...grid.plan, contestants: [{ ...first, notRun: 'not found' }, ...others] },
  };
  expect(newlyLeftOut(without, grid)).toEqual([first.key]);
});

test('no command is begun after Ctrl-C', async () => {
  const file = path.join(folder, 'begun');
  const write = ['-e', `fs.writeFileSync(${JSON.stringify(file)}, '')`];
  expect(await run(process.execPath, write, AbortSignal.abort())).toBe(130);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await run(process.execPath, write, new AbortController().signal)).toBe(0);
  await stat(file);
});
