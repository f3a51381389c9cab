import type { Ended, Machine, StackFacts, Stopping, Summary } from '@meteor-vs-mean/measure/results';
import { isApp, tablesOf } from '@meteor-vs-mean/measure/results';
import { appsOf, nameOf } from './contestant.ts';
import type { Note } from './document.ts';
import { networkText } from './frame.ts';
import { instancesNotes } from './instances.ts';
import { labelOf } from './judgement.ts';
import { count, list, percent } from './numbers.ts';

const warning = (text: string): Note => ({ text, tone: 'warning' });
const asSentence = (text: string): string => text.replace(/\.?$/, '.');

/** What a reader must know before believing a figure; the worst first. */
export function notesOf(summary: Summary, ended: Ended = 'complete'): Note[] {
  const { plan, dropped, enough, machine } = summary;
  const apps = appsOf(summary);
  const shared = sharedCore(machine);
  const pairs = dropped.map(
    ({ contestant, pairs }) => `${count(pairs, 'pair')} of ${nameOf(contestant, summary)}`,
  );
  return [
    ...endedNotes(ended),
    ...(pairs.length > 0 ? [warning(`Dropped, because a round was void: ${list(pairs)}.`)] : []),
    ...(enough ? [] : [warning('Fewer rounds than planned count, so the ranges are wide.')]),
    ...missingTexts(summary).map(warning),
    ...(plan.stopping ? [{ text: stoppingText(plan.stopping) }] : []),
    ...(apps && apps.network.by !== null
      ? [{ text: `Between generator and apps lies ${networkText(apps.network)}.` }]
      : []),
    ...(apps ? instancesNotes(apps) : []),
    ...tableNotes(summary),
    ...(shared ? [warning(shared)] : []),
  ];
}

/** What was requested and did not run, and why. */
function missingTexts(summary: Summary): string[] {
  const { plan } = summary;
  const stacks = Object.values(appsOf(summary)?.stacks ?? {});
  return [
    ...stacks.flatMap((facts) => (facts.ran ? [] : [`${facts.title} was not run: ${missingText(facts)}`])),
    ...plan.contestants.flatMap((one) =>
      isApp(one) || one.notRun === null ? [] : [`${one.title} was not run: ${asSentence(one.notRun)}`],
    ),
    ...plan.notRun.map(({ what, reason }) => `Not run: ${what}. ${asSentence(reason)}`),
  ];
}

function tableNotes(summary: Summary): Note[] {
  const tables = tablesOf(summary);
  if (tables.length === 0) return [];
  const hasNone = tables.every(({ cells }) => cells.every(({ ratio }) => !ratio?.interval));
  const ratios =
    summary.plan.source === null
      ? 'ratios say more'
      : 'what can be compared with the published ones is ratios';
  return [
    ...(summary.size === 'quick' && hasNone
      ? [{ text: 'Quick size: few pairs, so ratios have no intervals.' }]
      : []),
    { text: `Absolute figures are this machine’s; ${ratios}.` },
  ];
}

/** Said of every figure where generator, app and mongod shared cores. */
export function sharedCore({ cores, cpuSets, pinning }: Machine): string | null {
  if (cpuSets !== null && cores >= 4) return null;
  return `Shared cores: ${pinning}. Compare ratios, not milliseconds of different machines.`;
}

/** Of a run that didn't end by itself: why. */
export function endedNotes(ended: Ended): Note[] {
  if (ended === 'complete') return [];
  const why = ended === 'interrupted' ? 'The run was interrupted.' : `The run ended early: ${ended.failed}.`;
  return [{ text: `${why} What was measured before is shown.`, tone: 'bad' }];
}

function missingText({ reason, remedy, recorded }: Extract<StackFacts, { ran: false }>): string {
  const from = recorded ? ` Its recorded figures are of another machine (${recorded.folder}).` : '';
  return `${reason} ${remedy}${from}`;
}

/** Why a run that adds pairs ended, and what it would have taken. */
function stoppingText(stopping: Stopping): string {
  const { looks, goal, figures, limit_s, ended, pairs, reached, pairsNeeded } = stopping;
  const share = (value: number | null | undefined) =>
    value == null ? 'no interval' : `±${percent(value, 1)}`;
  const widths = list(figures.map((name) => `${labelOf(name)} ${share(reached[name])}`));
  const why = {
    'goal reached': `the intervals are within ±${percent(goal, 0)}`,
    'out of time': `its limit of ${Math.round(limit_s / 60)} minutes was reached`,
    'last look': 'there was no further look',
  }[ended];
  const needed =
    pairsNeeded === null ? '' : ` From the spread that was seen, about ${pairsNeeded} pairs would be needed.`;
  return (
    `It stopped after ${count(pairs, 'pair')} because ${why}: ${widths}. ` +
    `Fixed beforehand: it looks after ${list(looks.map(String))} pairs.${needed}`
  );
}
