import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withoutAgain } from '@meteor-vs-mean/measure/results';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/testbed/chromium';
import { meteor as stack } from '@meteor-vs-mean/testbed/stacks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visit } from '../../src/browser/pages/figures.ts';
import { readSamples, type SampledRun } from '../read-samples.ts';

const script = join(import.meta.dirname, '../../src/main.ts');
const run = promisify(execFile);
/** Meteor's app may have to be built first. */
const patience_ms = 900_000;

const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser) console.log(`Nothing is clicked: there is no Chromium. To click: ${chromiumRemedy}.`);
const meteor = await stack.find();
if (!meteor.found)
  console.log(`Meteor's half isn't clicked: ${meteor.reason}. To click it: ${meteor.remedy}.`);

describe.skipIf(!hasBrowser)('npm run experiment -- browser, at toy size', () => {
  let folder: string;
  let result: SampledRun;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'browser-test-'));
    const out = join(folder, 'result');
    const all = [script, 'browser', '--toy', '--parts', 'clicks,scripts,pages', '--no-install'];
    await run(process.execPath, [...all, '--out', out]);
    result = await readSamples(out);
  }, patience_ms);
  afterAll(() => rm(folder, { recursive: true }));

  test('each pair of stacks that is here is clicked, and every click is seen', () => {
    const stacks = meteor.found ? ['meteor', 'mean'] : ['mean'];
    const clicks = result.rounds.filter(
      ({ load, contestant }) => load === 'click' && contestant === withoutAgain(contestant),
    );
    expect(clicks.map(({ contestant }) => contestant).toSorted()).toEqual(
      stacks.flatMap((from) => stacks.map((to) => `${from}-${to}`)).toSorted(),
    );
    for (const { contestant, verdict, accounts, figures, round } of clicks) {
      expect([contestant, verdict, accounts]).toEqual([
        contestant,
        'valid',
        [{ what: 'clicks', owed: 3, seen: 3, lost: 0 }],
      ]);
      expect(figures.p95_ms).toBeGreaterThanOrEqual(figures.p50_ms as number);
      expect(JSON.parse(result.texts.get(round)?.get('latencies.json') ?? '[]')).toHaveLength(3);
    }
  });

  test('a first visit counts the scripts that came', () => {
    const visits = result.rounds.filter(({ load }) => load === 'visit');
    expect(visits.map(({ contestant }) => contestant)).toContain('mean');
    for (const { verdict, figures } of visits) {
      expect(verdict).toBe('valid');
      expect(figures.files).toBeGreaterThan(0);
      expect(figures.raw_KB).toBeGreaterThan(figures.received_KB as number);
    }
  });

  test('a page is visited near and far, with an empty cache and a warm one, and tells all its times', () => {
    const pages = result.rounds.filter(({ load }) => /^(near|far)-/.test(load));
    expect(new Set(pages.map(({ load }) => load)).size).toBe(4);
    for (const { load, contestant, round, verdict, accounts, figures } of pages) {
      expect([load, contestant, verdict]).toEqual([load, contestant, 'valid']);
      expect(accounts).toEqual([{ what: 'visits', owed: 2, seen: 2, lost: 0 }]);
      expect(figures.lcp_ms).toBeGreaterThanOrEqual(figures.fcp_ms as number);
      expect(figures.todos_ms).toBeGreaterThan(figures.answer_ms as number);
      expect(figures.works_ms).toBeGreaterThan(0);
      const visits: Visit[] = JSON.parse(result.texts.get(round)?.get('visits.json') ?? '[]');
      expect(visits.map(({ clicked }) => clicked)).toEqual([false, true]);
      // A browser that has been there before has the scripts, and asks at most whether they are still the same.
      const most_bytes = load.endsWith('-warm') ? 2000 : Infinity;
      for (const { scripts_bytes } of visits) expect(scripts_bytes).toBeLessThanOrEqual(most_bytes);
      // A service worker may answer by itself; with an empty cache there is none, and a handshake and a question take two trips.
      if (load === 'far-empty') expect(figures.answer_ms).toBeGreaterThan(79);
    }
  });

  test.skipIf(meteor.found)('a stack that is not there is not run, and the result says why', () => {
    const contestant = result.manifest.plan.contestants.find(({ key }) => key === 'meteor');
    expect(contestant).toMatchObject({ notRun: expect.stringContaining('no meteor on PATH') });
  });
});
