/**
 * The five figures of README.md, those of the write-up's verdict, from a recorded run: `node infra/front-page/figures.ts` writes them between their marks.
 * A test sees to it that what stands there is what the recorded summary.json says.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import { recordedReference, references } from '@meteor-vs-mean/references';
import { count, floorFor, judge, kilobytes, range, show, times } from '@meteor-vs-mean/report/drawing';
import {
  figureNamed,
  figureOf,
  readCompare,
  type Summary,
  withSlopeIntervals,
} from '@meteor-vs-mean/results';
import { withPart } from './marks.ts';

/** What each row is called here: names of figures, and the scenario that they are taken from. */
const figures: readonly { what: string; scenario: string; name: string }[] = [
  { what: 'a write reaches a subscriber, p50', scenario: 'fan-out', name: 'p50_ms' },
  { what: 'the same, p99', scenario: 'fan-out', name: 'p99_ms' },
  { what: 'CPU of the app, for 1,000 deliveries', scenario: 'fan-out', name: 'appCpu_ms_per_1000' },
  {
    what: 'live heap for a client that holds 100 documents',
    scenario: 'idle-clients',
    name: 'heap_bytes_per_client_100',
  },
];

/** What the keys of contestants end in where all subscribers share one list, and where each has one of its own. */
const audiences = ['', ' own'];

/** What a browser must have before the app runs: counted in the builds, so it has no interval. */
function javascriptRow({ stacks }: Summary, recorded: string): string {
  const [meteor, mean] = ['meteor', 'mean'].map((name) => {
    const facts = stacks[name];
    if (!facts?.ran || !facts.javascript) throw new Error(`${recorded} has no JavaScript of ${name}`);
    return facts.javascript.firstPage.gzip_bytes;
  }) as [number, number];
  const what = 'JavaScript before the first page works, in gzip';
  return `| ${what} | ${kilobytes(meteor)} | ${kilobytes(mean)} | ${times(meteor / mean)} (counted in the builds) | the same |`;
}

/** @returns what stands between the marks @throws if the recorded run lacks a figure or its interval */
async function table(): Promise<string> {
  const { folder } = await recordedReference(references.full200);
  const recorded = `load-tests/results/reference/${folder}`;
  const results = await readCompare(path.join(root, recorded));
  const { manifest, rounds } = results;
  const summary = withSlopeIntervals(results.summary);
  const side = (key: string, scenario: string) => {
    const found = summary.contestants.find((one) => one.key === key && one.scenario === scenario);
    if (!found) throw new Error(`${recorded} has no ${scenario} of ${key}`);
    return found;
  };
  const rows = figures.map(({ what, scenario, name }) => {
    const figure = figureNamed(name);
    if (!figure) throw new Error(`there is no figure ${name}`);
    const [a, b] = ['meteor', 'mean'].map((key) => show(figureOf(side(key, scenario), figure), figure.shown));
    const ratios = audiences.map((audience) => {
      const comparison = summary.comparisons.find(
        (one) => one.scenario === scenario && one.a === `meteor${audience}` && one.b === `mean${audience}`,
      );
      const found = comparison?.figures[name];
      if (!found?.interval) throw new Error(`${recorded} has no interval of ${name}`);
      const { low, high } = found.interval;
      const { seen } = judge(found, floorFor(summary, name, comparison));
      return `${times(found.mean)} (${range(low, high)})${seen === 'none' ? ', no difference seen' : ''}`;
    });
    return `| ${what} | ${a} | ${b} | ${ratios.join(' | ')} |`;
  });
  const delivering = rounds.filter((round) => round.kind === 'deliveries');
  const voided = rounds.filter(({ verdict }) => verdict === 'void').length;
  const [first] = delivering;
  const pairs = new Set(delivering.map(({ pair }) => pair)).size;
  const meteor = manifest.stacks.meteor;
  if (!first || !meteor?.ran) throw new Error(`${recorded} has no rounds of Meteor`);
  return [
    `| ${first.subscribers} subscribers, ${first.rate_per_s} writes a second | Meteor | MEAN | Meteor over MEAN (95 %) | where each has a list of its own |`,
    '|---|---|---|---|---|',
    ...rows,
    javascriptRow(summary, recorded),
    '',
    `[${manifest.id}](${recorded}/report.md): ${count(pairs, 'pair')} of rounds, ${voided === 0 ? 'no void round' : count(voided, 'void round')}, on ` +
      `${count(manifest.machine.cores, 'core')} that app, MongoDB and the bench share; Meteor is ${meteor.version}, ` +
      `which follows ${followed(delivering)}, MEAN a change stream.`,
  ].join('\n');
}

/** What the measured Meteor learned of writes by. */
function followed(rounds: readonly { stack: string; mode: string }[]): string {
  const mode = rounds.find(({ stack }) => stack === 'meteor')?.mode;
  if (mode === 'oplog') return 'the oplog';
  if (mode === 'changestream') return 'change streams';
  throw new Error(
    `Meteor was measured in mode ${mode}: say in infra/front-page/figures.ts what that follows`,
  );
}

/** README.md with the figures of today's reference. @throws if it lacks the marks */
export async function withFigures(readme: string): Promise<string> {
  return withPart(readme, 'five figures', 'infra/front-page/figures.ts', await table());
}

if (import.meta.main) {
  const file = path.join(root, 'README.md');
  await writeFile(file, await withFigures(await readFile(file, 'utf8')));
}
