import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompareManifest, GridTarget } from '@meteor-vs-mean/results';
import { sourcesNow } from '@meteor-vs-mean/results/fingerprint';
import { fixture, mean, meteor, writeFixture } from '@meteor-vs-mean/results/fixture';
import { gridFixture } from '@meteor-vs-mean/results/grid-fixture';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../src/record.ts';
import { newlyLeftOut, recordedReference } from '../src/recorded.ts';

let checkout: string;
let folder: string;
beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'references-test-'));
  folder = path.join(checkout, 'reference');
  await mkdir(path.join(checkout, 'app'));
  await write('export const a = 1;\n');
});
afterEach(() => rm(checkout, { recursive: true }));

const write = (code: string) => writeFile(path.join(checkout, 'app/a.ts'), code);
const sources = () => sourcesNow(['app'], checkout);
const record = async (name: string, manifest: Partial<CompareManifest>) =>
  writeFixture(path.join(folder, name), fixture({ contestants: [mean], manifest }));
const state = async () => {
  const newest = await recordedReference({ folder: 'full' }, { folder, checkout });
  return { ...newest, state: await newest.state() };
};

test('a reference is missing until there is a folder of it', async () => {
  expect(await state()).toEqual({ state: 'missing', folder: 'full', manifest: null });
  await record('2026-01-01-full-500', {});
  expect(await state()).toMatchObject({ state: 'missing' });
});

test('it is current until the code that it measured changes, and not by a comment', async () => {
  await record('2026-01-01-full', { sources: await sources() });
  expect(await state()).toMatchObject({ state: 'current', folder: '2026-01-01-full' });
  await write('// A comment.\nexport const a = 1;\n');
  expect(await state()).toMatchObject({ state: 'current' });
  await write('export const a = 2;\n');
  expect(await state()).toMatchObject({ state: 'stale' });
  await rm(path.join(checkout, 'app'), { recursive: true });
  expect(await state()).toMatchObject({ state: 'stale' });
});

test('one that does not say which code it measured is stale', async () => {
  await record('2026-01-01-full', {});
  expect(await state()).toMatchObject({ state: 'stale' });
});

test('the newest counts, of one day the later', async () => {
  await record('2026-01-02-full', { sources: await sources() });
  await record('2026-01-02t0915-full', {});
  await record('2026-01-01t2359-full', { sources: await sources() });
  expect(await state()).toMatchObject({ state: 'stale', folder: '2026-01-02t0915-full' });
});

test('drawings that git left behind of a run that it removed are no run', async () => {
  await record('2026-01-01-full', { sources: await sources() });
  await mkdir(path.join(folder, '2026-01-02-full'));
  await writeFile(path.join(folder, '2026-01-02-full/report.html'), '<html>');
  expect(await state()).toMatchObject({ state: 'current', folder: '2026-01-01-full' });
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
  const grid = gridFixture().manifest;
  const [first, ...others] = grid.plan.targets as [GridTarget, ...GridTarget[]];
  const without = {
    ...grid,
    plan: { ...grid.plan, targets: [{ ...first, notRun: 'not found' }, ...others] },
  };
  expect(newlyLeftOut(without, grid)).toEqual([first.key]);
});

test('no command is begun after Ctrl-C', async () => {
  const file = path.join(checkout, 'begun');
  const write = ['-e', `fs.writeFileSync(${JSON.stringify(file)}, '')`];
  expect(await run(process.execPath, write, AbortSignal.abort())).toBe(130);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await run(process.execPath, write, new AbortController().signal)).toBe(0);
  await stat(file);
});
