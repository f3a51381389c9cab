import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CodeRecord } from '@meteor-vs-mean/code';
import { drawBlock } from '@meteor-vs-mean/report/drawing';
import { newestReference, type RecordManifest, readManifest, writeRecord } from '@meteor-vs-mean/results';
import { expect, onTestFinished, test } from 'vitest';
import { openCode } from '../src/kinds/code.ts';
import { openLines } from '../src/kinds/lines.ts';

const of = (recorded: { figure(path: readonly string[]): string | undefined }) => (name: string) =>
  recorded.figure(name.split('.'));

test('lines are counted in the sources as they are, and each figure that is offered is one', async () => {
  const lines = await openLines();
  const figure = of(lines);
  const number = (name: string) => Number(figure(name)?.replaceAll(',', ''));
  expect(number('all.mean') - number('all.meteor')).toBe(number('all.difference'));
  expect(number('live.mean') - number('live.meteor')).toBe(number('live.difference'));
  for (const stack of ['meteor', 'mean']) {
    expect(number(`nopages.${stack}`) + number(`pages.${stack}`)).toBe(number(`all.${stack}`));
  }
  for (const name of lines.names) expect(figure(name), name).toMatch(/^[\d.,]+$/);
  expect(lines.charts[0]?.rows.length).toBe((lines.tables[0]?.rows.length ?? 0) - 1); // the table has a sum
  for (const chart of lines.charts) expect(drawBlock({ kind: 'chart', chart })).toContain('<svg');
});

test('times are medians with their range, and what was disturbed is not among them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-figures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const real = (await readManifest(await newestReference('code'))) as RecordManifest;
  const place = path.join(folder, 'code');
  await writeRecord(place, { manifest: { ...real, started: '2026-01-31T00:00:00Z' }, content: result });
  const recorded = await openCode(place);
  const figure = of(recorded);
  expect(figure('build.cold.meteor')).toBe('20.0 s (18.0 to 22.0, 2 times)');
  expect(figure('build.cold.mean')).toBe('5.00 s (5.00 to 5.00, 1 time)');
  expect(figure('build.cold.ratio')).toBe('4.00');
  expect(figure('build.warm.mean')).toBeUndefined();
  expect(figure('packages.cold.meteor')).toBe('8.00 s (8.00 to 8.00, 2 times)');
  expect(figure('start.meteor.median')).toBe('2.00 s');
  expect(figure('direct.runs.mean')).toBe('2');
  expect(figure('behind.runs.mean')).toBe('1');
  expect(figure('age.runs.mean')).toBe('20 days');
  expect(figure('oldest.runs.mean')).toBe('old 1.0.0 of 2026-01-02');
  expect(figure('meteor-packages.installed')).toBe('2');
  const times = recorded.tables.find(({ caption }) => caption === 'Build and start times');
  expect(times?.notes.map(({ text }) => text)).toEqual(['1 sample void and not in it: machine-busy.']);
});

const built = (stack: 'meteor' | 'mean', app_ms: number, packages_ms: number | null, busy = false) => ({
  stack,
  caches: 'cold' as const,
  app_ms,
  packages_ms,
  disturbed: busy ? [{ code: 'machine-busy', reading: '0.5 of a core' }] : [],
});
const direct = (name: string, published: string, version: string, latest: string) => ({
  name,
  use: 'runs' as const,
  version,
  published,
  latest,
  latestPublished: '2026-01-30T00:00:00Z',
});

const result: CodeRecord = {
  versions: { meteor: { meteor: '3.5.2' }, mean: { express: '5.0.0' }, mongod: '6.0.5' },
  modes: { meteor: 'oplog', mean: 'changestream' },
  direct: {
    meteor: [direct('meteor', '2026-01-30T00:00:00Z', '3.5.2', '3.5.2')],
    mean: [
      direct('old', '2026-01-02T00:00:00Z', '1.0.0', '1.0.1'),
      direct('new', '2026-01-20T00:00:00Z', '2.0.0', '2.0.0'),
    ],
  },
  meteorPackages: {
    named: [{ name: 'mongo', version: '2.3.0' }],
    installed: [
      { name: 'ddp', version: null },
      { name: 'mongo', version: '2.3.0' },
    ],
  },
  installed: { meteor: { app: 1, server: 2, all: 3 }, mean: { app: 1, server: 2, all: 3 } },
  builds: [
    built('meteor', 18_000, 8000),
    built('meteor', 22_000, 8000),
    built('mean', 5000, null),
    built('mean', 9000, null, true),
  ],
  starts: [{ stack: 'meteor', page_ms: 2000, disturbed: [] }],
};
