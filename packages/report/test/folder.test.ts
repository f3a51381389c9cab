import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFolder, readResults } from '../src/index.ts';
import { deliveryRound, fixture, mean, meteor, temporaryFolder, writeFixture } from './fixture.ts';

const small = () => fixture({ deliveries: [deliveryRound(meteor, 1, 1), deliveryRound(mean, 2, 1)] });

test('a folder that is none, one of a run that goes on, and another format are each said in one line', async () => {
  await using temporary = await temporaryFolder();
  const { folder } = temporary;
  await expect(readResults(path.join(folder, 'nowhere'))).rejects.toThrow(/^There is no folder .*nowhere$/);
  await expect(readResults(folder)).rejects.toThrow('is no results folder: it has no manifest.json');
  await writeFile(path.join(folder, 'rounds.jsonl'), '');
  await expect(readResults(folder)).rejects.toThrow("is of a run that hasn't ended");
  await expect(readResults(path.join(folder, 'rounds.jsonl'))).rejects.toThrow('is no folder');
  await writeFile(path.join(folder, 'manifest.json'), '{"format": 1}');
  await expect(readResults(folder)).rejects.toThrow('has results of format 1; this version reads format 2');
  await writeFile(path.join(folder, 'manifest.json'), '{"format": 2');
  await expect(readResults(folder)).rejects.toThrow(/manifest\.json is no JSON/);
});

test('a missing file and a line that was cut off are named', async () => {
  await using temporary = await temporaryFolder();
  const folder = await writeFixture(path.join(temporary.folder, 'run'), small());
  await writeFile(path.join(folder, 'rounds.jsonl'), '{"round": 1}\n{"rou');
  await expect(readResults(folder)).rejects.toThrow(/rounds\.jsonl, line 2, is no JSON/);
  await rm(path.join(folder, 'rounds.jsonl'));
  await expect(readResults(folder)).rejects.toThrow('is no whole results folder: it has no rounds.jsonl');
});

test('a histogram that is missing or broken does not stop the report, but is said', async () => {
  await using temporary = await temporaryFolder();
  const folder = await writeFixture(path.join(temporary.folder, 'run'), small());
  await rm(path.join(folder, 'rounds/001/latency.hdr'));
  await writeFile(path.join(folder, 'rounds/002/latency.hdr'), 'no histogram');
  await mkdir(path.join(folder, 'rounds/002'), { recursive: true });
  const { missing, latencies } = await readFolder(folder);
  expect(latencies.size).toBe(0);
  expect(missing).toEqual([
    expect.stringMatching(/^rounds\/001\/latency\.hdr is missing$/),
    expect.stringMatching(/^rounds\/002\/latency\.hdr can't be read: /),
  ]);
});
