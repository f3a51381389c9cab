import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordManifest, readRecord } from '@meteor-vs-mean/results';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keep } from '../record/keep.ts';
import { findingsOf, type VitestReport, verdictsOf } from '../record/vitest-report.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const written = (name: string) => readRecord(join(folder, name), 'conformance');
const recordsOf = (run: number) =>
  ['conformance', 'principles'].map((name) => ({
    place: join(folder, name),
    manifest: { format: 3, kind: 'conformance' } as RecordManifest,
    content: { run },
  }));

test('a run that failed leaves the record before as it was, and lies beside it', async () => {
  await keep(recordsOf(1), { passed: true });
  const places = await keep(recordsOf(2), { passed: false });
  expect(places).toEqual([join(folder, 'conformance.failed'), join(folder, 'principles.failed')]);
  expect(await written('conformance')).toMatchObject({ content: { run: 1 } });
  expect(await written('principles')).toMatchObject({ content: { run: 1 } });
  expect(await written('principles.failed')).toMatchObject({ content: { run: 2 } });

  await keep(recordsOf(3), { passed: true });
  expect(await written('conformance')).toMatchObject({ content: { run: 3 } });
  expect(await readdir(folder)).toEqual(['conformance', 'principles']);
});

const finding = { principle: 1, name: 'One', question: 'is it?', holds: true, seen: 'it is' };
const report: VitestReport = {
  testResults: [
    {
      assertionResults: [
        { ancestorTitles: ['meteor oplog ddp', 'wire'], title: 'dates', status: 'passed', meta: {} },
        { ancestorTitles: ['mean emit socketio', 'wire'], title: 'dates', status: 'skipped', meta: {} },
        { ancestorTitles: ['from mean to meteor'], title: 'todos', status: 'pending', meta: {} },
      ],
    },
    {
      assertionResults: [
        { ancestorTitles: ['meteor in a browser'], title: 'one', status: 'failed', meta: { finding } },
        {
          ancestorTitles: ['mean in a browser'],
          title: 'one',
          status: 'passed',
          meta: { finding: { ...finding, holds: false } },
        },
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

test('the findings are those of one stack', () => {
  expect(findingsOf(report, 'meteor')).toEqual([finding]);
  expect(findingsOf(report, 'mean')).toEqual([{ ...finding, holds: false }]);
});
