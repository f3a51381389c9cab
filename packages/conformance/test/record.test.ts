import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordManifest, readRecord } from '@meteor-vs-mean/measure/results';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keep } from '../record/keep.ts';
import { type VitestReport, verdictsOf } from '../record/vitest-report.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const written = (name: string) => readRecord(join(folder, name), 'conformance');
const keepRun = (run: number, passed: boolean) =>
  keep(
    join(folder, 'conformance'),
    { manifest: { format: 4, kind: 'conformance' } as RecordManifest, content: { run } },
    { passed },
  );

test('a failed run leaves the record before it unchanged and is written next to it', async () => {
  await keepRun(1, true);
  expect(await keepRun(2, false)).toBe(join(folder, 'conformance.failed'));
  expect(await written('conformance')).toMatchObject({ content: { run: 1 } });
  expect(await written('conformance.failed')).toMatchObject({ content: { run: 2 } });

  await keepRun(3, true);
  expect(await written('conformance')).toMatchObject({ content: { run: 3 } });
  expect(await readdir(folder)).toEqual(['conformance']);
});

const report: VitestReport = {
  testResults: [
    {
      assertionResults: [
        { ancestorTitles: ['meteor oplog ddp', 'wire'], title: 'dates', status: 'passed' },
        { ancestorTitles: ['mean emit socketio', 'wire'], title: 'dates', status: 'skipped' },
        { ancestorTitles: ['from mean to meteor'], title: 'todos', status: 'pending' },
      ],
    },
    {
      assertionResults: [
        { ancestorTitles: ['meteor in a browser'], title: 'one', status: 'failed' },
        { ancestorTitles: ['mean in a browser'], title: 'one', status: 'passed' },
      ],
    },
  ],
};

test('the verdicts are those of cases in which Meteor has a part; what was not run is skipped', () => {
  expect(verdictsOf(report)).toEqual({
    'meteor oplog ddp > wire > dates': 'passed',
    'from mean to meteor > todos': 'skipped',
    'meteor in a browser > one': 'failed',
  });
});
