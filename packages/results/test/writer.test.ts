import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  assertFree,
  clearAbandoned,
  createResultsFolder,
  readRoundFiles,
  reopenResultsFolder,
} from '../src/index.ts';
import { pack } from '../src/pack.ts';

interface Line {
  round: number;
}
let folder: string;
let place: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'writer-test-'));
  place = path.join(folder, 'run');
});
afterEach(() => rm(folder, { recursive: true }));

const create = () => createResultsFolder<object, Line>(place);
const reopen = (of: string) => reopenResultsFolder<object, Line>(of);
const read = (name: string) => readFile(path.join(place, name), 'utf8');
const growing = () => path.join(folder, '.run.growing');

/** As a process that was killed leaves it: the number of its owner is that of nobody. */
async function abandon(rounds: number): Promise<void> {
  const writer = await create();
  await writer.note({ ended: 'interrupted' });
  for (let round = 1; round <= rounds; round++) {
    await writer.addRound({ round });
    await writer.writeRoundFile(round, 'schedule.json', `{"of":${round}}`);
  }
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await writeFile(path.join(growing(), 'owner'), String(child.pid));
}

test('a run stands in its place when it is whole, with the texts of its rounds in one file', async () => {
  const writer = await create();
  await writer.addRound({ round: 1 });
  await writer.writeRoundFile(1, 'schedule.json', '{}');
  await writer.appendRoundLine(1, 'timeline.jsonl', { at_ms: 500 });
  await writer.appendRoundLine(1, 'timeline.jsonl', { at_ms: 1000 });
  expect(await readdir(folder)).toEqual(['.run.growing']);
  await writer.finish({ id: 'x' });
  await writer.discard();
  expect(await readdir(folder)).toEqual(['run']);
  expect((await readdir(place)).sort()).toEqual(['manifest.json', 'rounds.jsonl', 'rounds.pack.gz']);
  const files = await readRoundFiles(place);
  expect(files.get(1)?.get('schedule.json')).toBe('{}');
  expect(files.get(1)?.get('timeline.jsonl')).toBe('{"at_ms":500}\n{"at_ms":1000}\n');
});

test('a pack is the same bytes whatever the order, and gives back what it was given', async () => {
  const texts = { 'b.log': 'zwei\r\nµ\u2028', 'a.json': '[1]' };
  const one = new Map([2, 1].map((round) => [round, new Map(Object.entries(texts))]));
  const other = new Map([1, 2].map((round) => [round, new Map(Object.entries(texts).reverse())]));
  const packed = await pack(one);
  expect(packed.equals(await pack(other))).toBe(true);
  await writeFile(path.join(folder, 'rounds.pack.gz'), packed);
  expect(await readRoundFiles(folder)).toEqual(one);
  await writeFile(path.join(folder, 'rounds.pack.gz'), packed.subarray(0, packed.length - 20));
  await expect(readRoundFiles(folder)).rejects.toThrow(/rounds\.pack\.gz can't be unpacked, is it cut off\?/);
});

test('a place that is taken, or that can’t be made, is refused in one line', async () => {
  await mkdir(place);
  await expect(assertFree(place)).rejects.toThrow(
    `--out ${place} is there already: name a folder that isn't`,
  );
  await writeFile(path.join(folder, 'file'), '');
  await expect(assertFree(path.join(folder, 'file/deep/run'))).rejects.toThrow(
    `can't be made: ${path.join(folder, 'file')} is no folder`,
  );
  await assertFree(path.join(folder, 'new/deep/run'));
  // Root may write everywhere, but to what the kernel alone writes.
  const closed = process.getuid?.() === 0 ? '/proc' : path.join(folder, 'closed');
  if (closed !== '/proc') await mkdir(closed, { mode: 0o500 });
  await expect(assertFree(path.join(closed, 'run'))).rejects.toThrow(
    new RegExp(`can't be made: ${closed} can't be written \\(E[A-Z]+\\)`),
  );
  if (closed !== '/proc') await chmod(closed, 0o700);
});

test('what a killed process left is offered if it has rounds, and removed if it has none', async () => {
  await abandon(2);
  await mkdir(path.join(folder, '.empty.growing'));
  const long = new Date(Date.now() - 60_000);
  await utimes(path.join(folder, '.empty.growing'), long, long);
  // Its manifest may be cut off.
  await writeFile(path.join(growing(), 'manifest.json'), '{');
  expect(await clearAbandoned(folder)).toEqual([{ folder: growing(), rounds: 2 }]);
  expect(await readdir(folder)).toEqual(['.run.growing']);
  await expect(create()).rejects.toThrow(`has 2 rounds of a run that was killed: go on with it (--resume`);
});

test('what a process makes just now is left alone', async () => {
  const writer = await create();
  await mkdir(path.join(folder, '.begun.growing'));
  expect(await clearAbandoned(folder)).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(['.begun.growing', '.run.growing']);
  await expect(create()).rejects.toThrow(`${place} is being made by process ${process.pid}`);
  await writer.discard();
});

test('a run that was killed goes on where it was, without the round that was under way', async () => {
  await abandon(2);
  await writeFile(path.join(growing(), 'rounds.jsonl'), '{"round":1}\n{"round":2}\n{"rou');
  await mkdir(path.join(growing(), 'rounds/003'));
  await writeFile(path.join(growing(), 'rounds/003/schedule.json'), '{}');
  const writer = await reopen(growing());
  await writer.addRound({ round: 3 });
  await writer.finish({ ended: 'complete' });
  expect(await readdir(folder)).toEqual(['run']);
  expect(await read('rounds.jsonl')).toBe('{"round":1}\n{"round":2}\n{"round":3}\n');
  expect([...(await readRoundFiles(place)).keys()].sort()).toEqual([1, 2]);
});

test('a run that was interrupted goes on in a copy, which takes its place at the end', async () => {
  const first = await create();
  await first.addRound({ round: 1 });
  await first.writeRoundFile(1, 'schedule.json', '{}');
  await first.finish({ ended: 'interrupted' });
  await writeFile(path.join(place, 'report.html'), 'of one round');
  const given = await reopen(place);
  await given.addRound({ round: 2 });
  await given.discard();
  expect(await read('rounds.jsonl')).toBe('{"round":1}\n');
  const writer = await reopen(place);
  await writer.addRound({ round: 2 });
  await writer.writeRoundFile(2, 'schedule.json', '{}');
  expect(await read('rounds.jsonl')).toBe('{"round":1}\n');
  await writer.finish({ ended: 'complete' });
  expect(await readdir(folder)).toEqual(['run']);
  expect(await read('rounds.jsonl')).toBe('{"round":1}\n{"round":2}\n');
  expect((await readRoundFiles(place)).size).toBe(2);
  await expect(stat(path.join(place, 'report.html'))).rejects.toThrow('ENOENT');
});

test('a process that is killed while one folder takes the place of another loses neither', async () => {
  await abandon(2);
  await mkdir(path.join(folder, '.run.before'));
  await writeFile(path.join(folder, '.run.before/rounds.jsonl'), '{"round":1}\n');
  expect(await clearAbandoned(folder)).toHaveLength(1);
  expect((await readdir(folder)).sort()).toEqual(['.run.growing', 'run']);
  const writer = await reopen(growing());
  await writer.finish({});
  expect(await readdir(folder)).toEqual(['run']);
  expect(await read('rounds.jsonl')).toBe('{"round":1}\n{"round":2}\n');
});
