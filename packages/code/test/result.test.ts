import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestReference, writeRecord } from '@meteor-vs-mean/results';
import { expect, onTestFinished, test } from 'vitest';
import { readCodeResult, spreadOf } from '../src/result.ts';

const recorded = await newestReference('code');
const quiet = (ms: number) => ({ ms, disturbed: [] });
const busy = (ms: number) => ({ ms, disturbed: [{ code: 'machine-busy', reading: '0.5 of a core' }] });

test('a median and a range, of what nothing disturbed', () => {
  expect(spreadOf([quiet(5), quiet(1), quiet(2)])).toEqual({
    median_ms: 2,
    least_ms: 1,
    most_ms: 5,
    count: 3,
  });
  expect(spreadOf([quiet(4), busy(900), quiet(2)])).toEqual({
    median_ms: 3,
    least_ms: 2,
    most_ms: 4,
    count: 2,
  });
  expect(spreadOf([busy(1)])).toBeUndefined();
});

test('a result that is missing names the command that records it, and a toy is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'code-result-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await expect(readCodeResult(folder)).rejects.toThrow(/is no results folder.*npm run record -w/);
  const manifest = { ...JSON.parse(await readFile(join(recorded, 'manifest.json'), 'utf8')), size: 'toy' };
  await writeRecord(join(folder, 'toy'), { manifest, content: {} });
  await expect(readCodeResult(join(folder, 'toy'))).rejects.toThrow(/is of a toy run/);
});
