/**
 * The five figures of README.md, those of the write-up's verdict, from a recorded run and in the write-up's words:
 * `node infra/front-page/figures.ts` writes them between their marks. A test sees to it that they are
 * those of the recorded run.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { count } from '@meteor-vs-mean/report/drawing';
import { root } from '@meteor-vs-mean/testbed/process';
import { recordedReference, references } from '@meteor-vs-mean/writeup/references';
import { openRun } from '@meteor-vs-mean/writeup/run';
import { withPart } from './marks.ts';

/** What each row is called here, and the write-up's name of its figure. */
const rows: readonly [what: string, figure: string][] = [
  ['a write reaches a subscriber, p50', 'p50'],
  ['the same, p99', 'p99'],
  ['CPU of the app, for 1,000 deliveries', 'cpu'],
  ['live heap for a client that holds 100 documents', 'heap-100'],
];

/** What the measured Meteor learns of writes by, by its mode. */
const follows: Readonly<Record<string, string>> = { oplog: 'the oplog', changestream: 'change streams' };

/** @returns what stands between the marks @throws if the recorded run lacks a figure or its interval */
async function table(): Promise<string> {
  const { folder } = await recordedReference(references.full200);
  const recorded = `load-tests/results/reference/${folder}`;
  const run = await openRun(path.join(root, recorded));
  const figure = (name: string): string => {
    const text = run.figure(name.split('.'));
    if (text === undefined) throw new Error(`${recorded} has no ${name}`);
    return text;
  };
  const ofBoth = (name: string) =>
    ['meteor', 'mean'].map((who) => figure(`${name}.${who}`).replace(/ \(.*/, '')).join(' | ');
  const ratio = (name: string) => {
    const text = figure(name);
    if (!text.includes('(95 %: ')) throw new Error(`${recorded} has no interval of ${name}`);
    return text.replace('95 %: ', '');
  };
  const mode = figure('mode.meteor');
  const followed = follows[mode];
  if (followed === undefined)
    throw new Error(
      `Meteor was measured in mode ${mode}: say in infra/front-page/figures.ts what that follows`,
    );
  const [pairs, voided] = [Number(figure('pairs')), Number(figure('void'))];
  // What a browser must have before the app runs is counted in the builds, so it has no interval.
  const javascript = 'js.firstpage.gzip';
  return [
    `| ${figure('load.subscribers')} subscribers, ${figure('load.rate')} writes a second | Meteor | MEAN | Meteor over MEAN (95 %) | where each has a list of its own |`,
    '|---|---|---|---|---|',
    ...rows.map(
      ([what, name]) =>
        `| ${what} | ${ofBoth(name)} | ${ratio(`${name}.ratio`)} | ${ratio(`${name}.ratio.meteor-own-over-mean-own`)} |`,
    ),
    `| JavaScript before the first page works, in gzip | ${ofBoth(javascript)} | ${figure(`${javascript}.ratio`)} (counted in the builds) | the same |`,
    '',
    `[${figure('run')}](${recorded}/report.md): ${count(pairs, 'pair')} of rounds, ${voided === 0 ? 'no void round' : count(voided, 'void round')}, on ` +
      `${figure('cores')} that app, MongoDB and the bench share; Meteor is ${figure('version.meteor')}, ` +
      `which follows ${followed}, MEAN a change stream.`,
  ].join('\n');
}

/** README.md with the figures of today's reference. @throws if it lacks the marks */
export async function withFigures(readme: string): Promise<string> {
  return withPart(readme, 'five figures', 'infra/front-page/figures.ts', await table());
}

if (import.meta.main) {
  const file = path.join(root, 'README.md');
  await writeFile(file, await withFigures(await readFile(file, 'utf8')));
}
