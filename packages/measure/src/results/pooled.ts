import type { CompareFolder } from './folder.ts';
import type { Measured } from './measured.ts';
import type { Round } from './round.ts';
import { summaryOf } from './summarise.ts';
import type { CompareSummary } from './summary.ts';

/**
 * Several runs of one command as one run with all of their pairs. The pairs of one run differ less than two runs do, so
 * each interval of a ratio is widened until it holds the ratio of every run.
 * @param runs their rounds are numbered on, in this order; manifest and folder are those of the first
 * @throws one line if their plans differ, or if there is no run
 */
export function pooled(runs: readonly CompareFolder[]): CompareFolder {
  const [first] = runs;
  if (!first) throw new Error('there is no run to pool');
  for (const { folder, manifest } of runs) {
    if (planned(manifest.plan) === planned(first.manifest.plan)) continue;
    throw new Error(
      `${folder} was planned differently from ${first.folder}: only runs of one command can be pooled`,
    );
  }
  const moved = runs.map((run, index) => renumbered(run, startOf(runs.slice(0, index))));
  const measured = moved.flat();
  const pairs = runs.reduce((sum, { manifest }) => sum + (manifest.plan.stopping?.pairs ?? 0), 0);
  const { stopping } = first.manifest.plan;
  const plan = { ...first.manifest.plan, stopping: stopping && { ...stopping, pairs } };
  const manifest = { ...first.manifest, plan };
  return {
    ...first,
    manifest,
    rounds: measured.map(({ round }) => round),
    summary: widened(
      summaryOf(manifest, measured),
      runs.map(({ summary }) => summary),
    ),
    latencies: new Map(
      measured.flatMap(({ round, latencies }) => (latencies ? [[round.round, latencies] as const] : [])),
    ),
    timelines: new Map(),
    texts: new Map(),
  };
}

/** What two runs must have in common. */
const planned = ({ contestants, loads }: CompareFolder['manifest']['plan']): string =>
  JSON.stringify([contestants.map(({ key }) => key), loads.map(({ key }) => key)]);

interface Start {
  round: number;
  pair: number;
}

/** Pairs begin at an even number, since the order within a pair follows its number. */
function startOf(before: readonly CompareFolder[]): Start {
  return before.reduce(
    ({ round, pair }, { rounds }) => {
      const pairs = Math.max(0, ...rounds.map((one) => one.pair));
      return {
        round: round + Math.max(0, ...rounds.map((one) => one.round)),
        pair: pair + pairs + (pairs % 2),
      };
    },
    { round: 0, pair: 0 },
  );
}

function renumbered({ rounds, latencies }: CompareFolder, start: Start): Measured[] {
  return rounds.map((one) => {
    const round: Round = { ...one, round: one.round + start.round, pair: one.pair + start.pair };
    const mine = latencies.get(one.round);
    return mine ? { round, latencies: mine } : { round };
  });
}

function widened(summary: CompareSummary, of: readonly CompareSummary[]): CompareSummary {
  const comparisons = summary.comparisons.map((comparison) => {
    const { a, b, load } = comparison;
    const same = of.flatMap(
      (one) => one.comparisons.find((it) => it.a === a && it.b === b && it.load === load) ?? [],
    );
    const figures = Object.fromEntries(
      Object.entries(comparison.figures).map(([name, ratios]) => {
        const means = same.flatMap((one) => one.figures[name]?.mean ?? []).filter(Number.isFinite);
        const { interval } = ratios;
        if (interval === null) return [name, ratios];
        const [low, high] = [Math.min(interval.low, ...means), Math.max(interval.high, ...means)];
        const method = `${interval.method}, widened to hold the ratio of each run`;
        return [name, { ...ratios, interval: { ...interval, low, high, method } }];
      }),
    );
    return { ...comparison, figures };
  });
  return { ...summary, comparisons };
}
