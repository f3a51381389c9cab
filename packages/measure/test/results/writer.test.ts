import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  assertFree,
  createResultsFolder,
  type Round,
  type RunManifest,
  readRoundFiles,
} from '../../src/results/index.ts';
import { pack } from '../../src/results/pack.ts';

let folder: string;
let place: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'writer-test-'));
  place = path.join(folder, 'run');
});
afterEach(() => rm(folder, { recursive: true }));

const create = () => createResultsFolder(place);

test('a run is in its place when it is whole, with the texts of its rounds in one file', async () => {
  const writer = await create();
  await writer.addRound({ round: 1 } as Round);
  await writer.writeRoundFile(1, 'schedule.json', '{}');
  await writer.appendRoundLine(1, 'timeline.jsonl', { at_ms: 500 });
  await writer.appendRoundLine(1, 'timeline.jsonl', { at_ms: 1000 });
  expect(await readdir(folder)).toEqual(['.run.growing']);
  await writer.finish({ id: 'x' } as RunManifest);
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

test('two runs don’t write one folder, and what a killed run left isn’t written over', async () => {
  const writer = await create();
  await writer.addRound({ round: 1 } as Round);
  await expect(create()).rejects.toThrow(
    `${path.join(folder, '.run.growing')} exists: another run is writing it, or was killed`,
  );
  await writer.discard();
  expect(await readdir(folder)).toEqual([]);
});
