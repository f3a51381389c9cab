import { fitSlope, median, mergeLatencies, percentiles, type Slope } from '@meteor-vs-mean/stats';
import { compare } from './comparison.ts';
import type { Contestant } from './contestant.ts';
import type { Curve } from './curve.ts';
import { curveOf } from './curve-of.ts';
import { pointsOf } from './figure.ts';
import { costsOfClient, type LineName, type MedianName, medianFigures } from './figures.ts';
import type { Knee } from './knee.ts';
import type { CompareManifest } from './manifest.ts';
import type { Measured } from './measured.ts';
import type { Needed, SearchedKnee } from './plan.ts';
import type { DeliveryRound, KilledAccount, MemoryRound } from './round.ts';
import { type EchoRound, trialOf } from './self.ts';
import { heldDocuments } from './slopes.ts';
import {
  type ContestantSummary,
  type CountName,
  countNames,
  type MemorySummary,
  type Summary,
} from './summary.ts';

/** What of a manifest a summary is made from. */
type Planned = Pick<
  CompareManifest,
  'id' | 'size' | 'experiment' | 'seed' | 'partial' | 'stacks' | 'mongo' | 'machine' | 'network' | 'plan'
>;

/**
 * What a run of compare comes to; pure. Void rounds take no part in any figure.
 * @param trials rounds of a self run
 */
export function summaryOf(
  { id, size, experiment, seed, partial, stacks, mongo, machine, network, plan }: Planned,
  measured: readonly Measured[],
  trials: readonly EchoRound[] = [],
): Summary {
  const contestants = plan.needed.flatMap(({ key, scenario }) =>
    plan.contestants
      .filter((contestant) => contestant.key === key)
      .map((contestant) => summariseContestant(stacks, contestant, scenario, measured)),
  );
  const valid = (wanted: Needed) =>
    contestants.find((one) => one.key === wanted.key && one.scenario === wanted.scenario)?.rounds.valid ?? 0;
  const knees = plan.knees.map((knee) => kneeOf(knee, measured));
  const curves = (plan.curves ?? []).map((curve) => curveOf(curve, measured));
  return {
    format: 3,
    id,
    size,
    experiment,
    seed,
    partial,
    stacks,
    mongo,
    machine,
    network,
    contestants,
    notRun: plan.notRun,
    stopping: plan.stopping,
    knees,
    curves,
    self: plan.self.map((found) => ({
      ...found,
      trials: trials
        .filter(({ transport, profile = null }) => transport === found.transport && profile === null)
        .map(trialOf),
    })),
    floor: plan.floor,
    bench: plan.bench,
    comparisons: plan.comparisons.flatMap((planned) => compare(planned, measured, seed)),
    void: measured
      .filter(({ round }) => round.verdict === 'void')
      .map(({ round }) => ({
        round: round.round,
        contestant: round.key,
        scenario: round.scenario,
        reasons: round.reasons,
      })),
    enough:
      plan.needed.length + knees.length + curves.length + plan.self.length > 0 &&
      // A search whose rounds were all void has found nothing.
      knees.every(({ trials }) => trials.some(({ verdict }) => verdict !== 'void')) &&
      curves.every(hasLevels) &&
      // A self run that found nothing to hold says nothing of its machine.
      plan.self.every(({ deliveries_per_s, subscribers }) => deliveries_per_s > 0 && subscribers > 0) &&
      plan.needed.every((wanted) => valid(wanted) >= wanted.rounds),
  };
}

function kneeOf(knee: SearchedKnee, measured: readonly Measured[]): Knee {
  const p99 = (number: number) => {
    const found = measured.find(({ round }) => round.round === number)?.round;
    return found?.kind === 'deliveries' ? found.p99_ms : null;
  };
  return {
    ...knee,
    trials: knee.trials.map((trial) => ({ ...trial, p99_ms: p99(trial.round) })),
  };
}

/** A curve says something from two levels on. */
function hasLevels({ asked, levels }: Curve): boolean {
  const read = levels.filter(({ rounds }) => rounds.valid > 0);
  return read.length >= Math.min(2, asked.length);
}

function summariseContestant(
  stacks: CompareManifest['stacks'],
  contestant: Contestant,
  scenario: string,
  measured: readonly Measured[],
): ContestantSummary {
  const mine = measured.filter(({ round }) => round.scenario === scenario && round.key === contestant.key);
  const valid = mine.filter(({ round }) => round.verdict === 'valid');
  const deliveries = valid.flatMap(({ round }) => (round.kind === 'deliveries' ? [round] : []));
  const counts = Object.fromEntries(
    countNames.map((name) => [name, deliveries.reduce((sum, round) => sum + round[name], 0)]),
  ) as Record<CountName, number>;
  const merged = mergeLatencies(valid.flatMap(({ latencies }) => (latencies ? [latencies] : [])));
  const medians = Object.fromEntries(
    medianFigures.map(({ name, of }) => [name, median(deliveries.map((round) => of(round) ?? null)) ?? null]),
  ) as Record<MedianName, number | null>;
  const facts = stacks[contestant.stack];
  const memory = summariseMemory(valid.flatMap(({ round }) => (round.kind === 'memory' ? [round] : [])));
  return {
    ...contestant,
    version: facts?.ran ? facts.version : '',
    scenario,
    drivers: [...new Set(mine.flatMap(({ round }) => round.drivers))],
    extensions: [...new Set(mine.map(({ round }) => round.extensions || 'no compression'))],
    rounds: { valid: valid.length, void: mine.length - valid.length },
    latency: deliveries.length > 0 ? percentiles(merged, counts.lost) : null,
    counts,
    witnesses: {
      checked: deliveries.reduce((sum, { witnesses }) => sum + witnesses.checked, 0),
      differing: deliveries.reduce((sum, { witnesses }) => sum + witnesses.differing, 0),
    },
    ...medians,
    ...killedIn(deliveries),
    memory,
    heldDocument: heldDocuments({ memory }),
  };
}

function killedIn(rounds: readonly DeliveryRound[]): Pick<ContestantSummary, 'killed'> {
  const killed = rounds.flatMap(({ killedInstance }) => killedInstance ?? []);
  if (killed.length === 0) return {};
  const sum = (of: keyof KilledAccount) => killed.reduce((total, one) => total + one[of], 0);
  return {
    killed: {
      clients: sum('clients'),
      expected: sum('expected'),
      delivered: sum('delivered'),
      lost: sum('lost'),
    },
  };
}

function summariseMemory(rounds: readonly MemoryRound[]): MemorySummary[] {
  const held = [...new Set(rounds.map((round) => round.documents))].sort((a, b) => a - b);
  return held.map((documents) => {
    const starts = rounds.filter((round) => round.documents === documents);
    const lines = costsOfClient(documents).map((figure) => {
      const points = starts.map((round) => pointsOf(round, figure)).filter(({ length }) => length > 1);
      return [figure.line, points.length > 0 ? fitSlope(points) : null];
    });
    return {
      documents,
      starts: starts.length,
      steps: starts[0]?.steps.map((step) => step.clients) ?? [],
      ...(Object.fromEntries(lines) as Record<LineName, Slope | null>),
    };
  });
}
