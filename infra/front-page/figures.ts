/**
 * The five figures of README.md, those of the write-up's verdict, from a recorded run: `node infra/front-page/figures.ts` writes them between their marks.
 * A test sees to it that what stands there is what the recorded summary.json says.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readResults, type Summary } from '@meteor-vs-mean/report';
import {
  count,
  fixed,
  floorFor,
  judge,
  kilobytes,
  milliseconds,
  range,
  times,
  withSlopeIntervals,
} from '@meteor-vs-mean/report/drawing';

const root = path.resolve(import.meta.dirname, '../..');
const recorded = 'load-tests/results/reference/2026-11-21-full-200';
const [from, to] = [
  '<!-- five figures, written by infra/front-page/figures.ts -->',
  '<!-- five figures end -->',
];

type Contestant = Summary['contestants'][number];

interface Figure {
  what: string;
  scenario: string;
  /** Its name among the ratios. */
  name: string;
  of(contestant: Contestant): string;
}

const heapHolding100 = ({ memory }: Contestant) =>
  memory.find(({ documents }) => documents === 100)?.heap?.slope;

const figures: readonly Figure[] = [
  {
    what: 'a write reaches a subscriber, p50',
    scenario: 'fan-out',
    name: 'p50_ms',
    of: ({ latency }) => milliseconds(latency?.p50_ms),
  },
  {
    what: 'the same, p99',
    scenario: 'fan-out',
    name: 'p99_ms',
    of: ({ latency }) => milliseconds(latency?.p99_ms),
  },
  {
    what: 'CPU of the app, for 1,000 deliveries',
    scenario: 'fan-out',
    name: 'appCpu_ms_per_1000',
    of: ({ appCpu_ms_per_1000 }) => `${fixed(appCpu_ms_per_1000)} ms`,
  },
  {
    what: 'live heap for a client that holds 100 documents',
    scenario: 'idle-clients',
    name: 'heap_bytes_per_client_100',
    of: (contestant) => kilobytes(heapHolding100(contestant)),
  },
];

/** What a browser must have before the app runs: counted in the builds, so it has no interval. */
function javascriptRow({ stacks }: Summary): string {
  const [meteor, mean] = ['meteor', 'mean'].map((name) => {
    const facts = stacks[name];
    if (!facts?.ran || !facts.javascript) throw new Error(`${recorded} has no JavaScript of ${name}`);
    return facts.javascript.firstPage.gzip_bytes;
  }) as [number, number];
  const what = 'JavaScript before the first page works, in gzip';
  return `| ${what} | ${kilobytes(meteor)} | ${kilobytes(mean)} | ${times(meteor / mean)} (counted in the builds) |`;
}

/** @returns what stands between the marks @throws if the recorded run lacks a figure or its interval */
async function table(): Promise<string> {
  const results = await readResults(path.join(root, recorded));
  const { manifest, rounds } = results;
  const summary = withSlopeIntervals(results.summary);
  const side = (key: string, scenario: string) => {
    const found = summary.contestants.find((one) => one.key === key && one.scenario === scenario);
    if (!found) throw new Error(`${recorded} has no ${scenario} of ${key}`);
    return found;
  };
  const rows = figures.map(({ what, scenario, name, of }) => {
    const comparison = summary.comparisons.find((one) => one.scenario === scenario);
    const ratios = comparison?.figures[name];
    if (!comparison || !ratios?.interval) throw new Error(`${recorded} has no interval of ${name}`);
    const { low, high } = ratios.interval;
    const seen = judge(ratios, floorFor(summary, name)).seen;
    const word = seen === 'none' ? ', no difference seen' : '';
    const [a, b] = [side(comparison.a, scenario), side(comparison.b, scenario)];
    return `| ${what} | ${of(a)} | ${of(b)} | ${times(ratios.mean)} (${range(low, high)})${word} |`;
  });
  const delivering = rounds.filter((round) => round.kind === 'deliveries');
  const voided = rounds.filter(({ verdict }) => verdict === 'void').length;
  const [first] = delivering;
  const pairs = new Set(delivering.map(({ pair }) => pair)).size;
  const meteor = manifest.stacks.meteor;
  if (!first || !meteor?.ran) throw new Error(`${recorded} has no rounds of Meteor`);
  return [
    `| ${first.subscribers} subscribers, ${first.rate_per_s} writes a second | Meteor | MEAN | Meteor over MEAN (95 %) |`,
    '|---|---|---|---|',
    ...rows,
    javascriptRow(summary),
    '',
    `[${manifest.id}](${recorded}/report.md): ${count(pairs, 'pair')} of rounds, ${voided === 0 ? 'no void round' : count(voided, 'void round')}, on ` +
      `${count(manifest.machine.cores, 'core')} that app, MongoDB and the bench share; Meteor is ${meteor.version}, ` +
      'which follows the oplog, MEAN a change stream.',
  ].join('\n');
}

/** README.md with the figures of today's reference. @throws if it lacks the marks */
export async function withFigures(readme: string): Promise<string> {
  const [start, end] = [readme.indexOf(from), readme.indexOf(to)];
  if (start === -1 || end < start) throw new Error(`README.md lacks the marks ${from} and ${to}`);
  return `${readme.slice(0, start + from.length)}\n${await table()}\n${readme.slice(end)}`;
}

if (import.meta.main) {
  const file = path.join(root, 'README.md');
  await writeFile(file, await withFigures(await readFile(file, 'utf8')));
}
