import {
  type AppResult,
  type CompareSummary,
  figureNamed,
  figureOf,
  instancesOf,
} from '@meteor-vs-mean/measure/results';
import { titleOf } from './contestant.ts';
import { inLayout } from './instances.ts';
import { countInWords, list, show, whole } from './numbers.ts';
import { phrase } from './phrase.ts';

/** What a run of several instances found: what one costs that serves nobody, who sees what, and what a killed one's clients miss. */
export function instancesSentences(summary: CompareSummary): string[] {
  const read = summary.results.filter(({ rounds }) => rounds.counted > 0);
  return [
    ...costSentences(summary, inLayout(read, 'idle')),
    ...apartSentence(summary, inLayout(read, 'apart')),
    ...killedSentence(summary, inLayout(read, 'killed')),
  ];
}

const idleCpu = 'idleInstanceCpu_ms_per_write';

/** Of each number of instances the ratio; without a pair the figures alone. */
function costSentences(summary: CompareSummary, idle: readonly AppResult[]): string[] {
  const figure = figureNamed(idleCpu);
  return [...Map.groupBy(idle, (one) => instancesOf(one)?.count ?? 1)].flatMap(([count, same]) => {
    const keys = new Set(same.map(({ key }) => key));
    const compared = summary.comparisons.filter(
      ({ a, b, figures }) => keys.has(a) && keys.has(b) && figures[idleCpu],
    );
    const each = same.map((one) => {
      const value = figure && figureOf(one, figure);
      return `${titleOf(one, summary.stacks)} ${figure ? show(value, figure.shown) : ''}`;
    });
    const found =
      compared.length > 0
        ? compared.map((one) => phrase(summary, one, idleCpu, { noun: 'CPU' })).join('; ')
        : list(each);
    return [`With ${count} instances, one that serves nobody costs for each write: ${found}.`];
  });
}

function apartSentence({ stacks }: CompareSummary, apart: readonly AppResult[]): string[] {
  if (apart.length === 0) return [];
  const each = apart.map((one) => {
    const { lost, expected } = one.counts;
    const seen =
      lost === 0 ? 'all' : lost === expected ? 'none' : `${whole(expected - lost)} of ${whole(expected)}`;
    return `${titleOf(one, stacks)} (${one.mode}) ${seen}`;
  });
  return [`Of the deliveries of writes through another instance came: ${each.join('; ')}.`];
}

function killedSentence({ stacks }: CompareSummary, killed: readonly AppResult[]): string[] {
  const each = killed.flatMap((one) => {
    if (!one.killed) return [];
    const { clients, expected, lost } = one.killed;
    const missed =
      lost === 0 ? `missed nothing of ${whole(expected)}` : `missed ${whole(lost)} of ${whole(expected)}`;
    return [`${countInWords(clients, 'client')} of ${titleOf(one, stacks)} ${missed}`];
  });
  return each.length === 0 ? [] : [`An instance was killed in mid-run: ${each.join('; ')} deliveries.`];
}
