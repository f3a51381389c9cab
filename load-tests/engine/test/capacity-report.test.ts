import { expect, test } from 'vitest';
import type { Trial } from '../src/capacity/level.ts';
import { type Capacity, limitOf, pageOf, sentenceOf, tableOf } from '../src/capacity/report.ts';
import { usageIn } from '../src/capacity/usage.ts';

function trial(level: number, verdict: Trial['verdict'], rest: Partial<Trial> = {}): Trial {
  return { level, verdict, p99_ms: 40, owed: 10, lost: 0, why: '', app: null, flow_s: null, ...rest };
}

/** Of a search that held 1,240 and no more. */
function found(beyond: Partial<Trial> | null, rest: Partial<Capacity> = {}): Capacity {
  const at = beyond && trial(1400, 'failed', beyond);
  const trials = [trial(1240, 'passed', { app: at?.app ?? null }), ...(at ? [at] : [])];
  return {
    format: 2,
    scenario: 'journey.yml',
    target: null,
    what: 'users',
    limit_ms: 500,
    started: '2026-11-28T07:00:00.000Z',
    finished: '2026-11-28T07:10:00.000Z',
    held: 1240,
    beyond: at ? 1400 : null,
    limitedBy: limitOf(trials, at ? 1400 : null),
    trials,
    shares: [],
    ...rest,
  };
}

const app = (cpu_cores: number) => ({ cpu_cores, rss_bytes: 123e6 });
const late = 'app: p99 of 812 ms, the limit is 500 ms';

test.for([
  [
    'whose users only wait',
    found(null, { trials: [trial(1240, 'passed', { p99_ms: null })] }),
    'This app carries at least 1,240 users of this journey to the end of its flow; 1,240 users of this journey is the most that was tried: --most raises it.',
  ],
  [
    'with its CPU',
    found({ why: late, app: app(0.98) }),
    'One core of this app carries 1,240 users of this journey with p99 under 500 ms; at 1,400 the app was the limit (CPU 98 %).',
  ],
  [
    'of several cores',
    found({ why: late, app: app(3.24) }),
    'This app, with 3.2 cores, carries 1,240 users of this journey with p99 under 500 ms; at 1,400 the app was the limit (CPU 324 %).',
  ],
  [
    'with a limit of its own',
    found({ why: 'app: 9 of 90 writes were refused', app: app(0.31) }),
    'One core of this app carries 1,240 users of this journey with p99 under 500 ms; at 1,400 the app was the limit, and not by its CPU (CPU 31 %): 9 of 90 writes were refused.',
  ],
  [
    'without its CPU',
    found({ why: late }),
    'This app carries 1,240 users of this journey with p99 under 500 ms; at 1,400 it did not: p99 of 812 ms, the limit is 500 ms (its CPU isn’t known: --pid).',
  ],
  [
    'that the generator reached first',
    found({ verdict: 'void', why: 'generator: its receiver was busy for 97 % of the time' }),
    'This app carries at least 1,240 users of this journey with p99 under 500 ms; at 1,400 the generator was the limit (its receiver was busy for 97 % of the time).',
  ],
  [
    'that was the most',
    found(null),
    'This app carries at least 1,240 users of this journey with p99 under 500 ms; 1,240 users of this journey is the most that was tried: --most raises it.',
  ],
  [
    'of an interrupted search',
    found(null, { limitedBy: 'interrupted' }),
    'This app carries at least 1,240 users of this journey with p99 under 500 ms; the search was interrupted.',
  ],
  [
    'where nothing was held',
    found({ why: late }, { held: null, trials: [trial(1400, 'failed', { why: late })] }),
    'No level was held: not even 1,400 users of this journey with p99 under 500 ms; at 1,400 it did not: p99 of 812 ms, the limit is 500 ms (its CPU isn’t known: --pid).',
  ],
] as const)('a capacity %s, in one sentence', ([, capacity, sentence]) => {
  expect(sentenceOf(capacity)).toBe(sentence);
});

test('table and page have a half and nine tenths of it, with CPU and memory', () => {
  const shares = [
    { share: 0.5, trial: trial(620, 'passed', { app: app(0.48) }) },
    { share: 0.9, trial: trial(1116, 'passed', { app: app(0.87) }) },
  ];
  const capacity = found({ why: late, app: app(0.98) }, { shares });
  expect(tableOf(capacity)).toMatch(/620 \(50 %\) .* 48 % +123 MB {2}passed\n.*1,116 \(90 %\) .* 87 %/);
  expect(pageOf(capacity)).toContain('<td>1,116 (90 %)</td>');
  expect(pageOf(capacity)).toContain(sentenceOf(capacity));
});

test('CPU is that of the busiest three seconds, memory the most', () => {
  const sample = (at_s: number, cpu_ms: number, rss_bytes: number) => ({
    at_ns: BigInt(at_s * 1e9),
    cpu_ms,
    rss_bytes,
  });
  // Half a core for 3 s, a whole one for 3 s, then nothing.
  const samples = [sample(0, 0, 10), sample(3, 1500, 30), sample(6, 4500, 20), sample(10, 4500, 5)];
  expect(usageIn(samples)).toEqual({ cpu_cores: 1, rss_bytes: 30 });
  expect(usageIn(samples.slice(0, 1))).toBe(null);
});
