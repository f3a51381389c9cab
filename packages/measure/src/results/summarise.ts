import { fitSlope, median, mergeLatencies, percentiles, type Slope } from '@meteor-vs-mean/stats';
import { compare, isOverFloor } from './comparison.ts';
import type { Contestant } from './contestant.ts';
import { countedOf } from './counted.ts';
import type { Curve } from './curve.ts';
import { curveOf } from './curve-of.ts';
import { pointsOf } from './figure.ts';
import { costsOfClient, type LineName, type MedianName, medianFigures } from './figures.ts';
import type { Knee } from './knee.ts';
import type { CompareManifest } from './manifest.ts';
import type { Measured } from './measured.ts';
import type { Needed, SearchedKnee } from './plan.ts';
import {
  type DeliveryRound,
  isCounted,
  type KilledAccount,
  type MemoryRound,
  type Verdict,
} from './round.ts';
import { heldDocuments } from './slopes.ts';
import {
  type Comparison,
  type ContestantSummary,
  type CountName,
  countNames,
  type JudgedRound,
  type MemorySummary,
  type Summary,
} from './summary.ts';

/** What of a manifest a summary is made from. */
type Planned = Pick<
  CompareManifest,
  'id' | 'size' | 'experiment' | 'seed' | 'partial' | 'stacks' | 'mongo' | 'machine' | 'network' | 'plan'
>;

/** What a run of compare comes to: pure. Void rounds take no part in any figure. */
export function summaryOf(
  { id, size, experiment, seed, partial, stacks, mongo, machine, network, plan }: Planned,
  measured: readonly Measured[],
): Summary {
  const ofApps = plan.comparisons.filter((one) => !isOverFloor(one, plan.contestants, stacks));
  const { counted, dropped } = countedOf(measured, ofApps);
  const contestants = plan.needed.flatMap(({ key, scenario }) =>
    plan.contestants
      .filter((contestant) => contestant.key === key)
      .map((contestant) => summariseContestant(stacks, contestant, scenario, { measured, counted })),
  );
  const comparisons = plan.comparisons.flatMap((planned) => compare(planned, measured, seed));
  const roundsOf = (wanted: Needed) =>
    contestants.find((one) => one.key === wanted.key && one.scenario === wanted.scenario)?.rounds.counted ??
    0;
  const knees = plan.knees.map((knee) => kneeOf(knee, measured));
  const curves = (plan.curves ?? []).map((curve) => curveOf(curve, measured));
  const searched = knees.filter(hasTrials).length + curves.filter(hasLevels).length;
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
    floor: plan.floor,
    comparisons,
    measured: measured.length,
    void: judged('void', measured),
    noisy: judged('noisy', measured),
    dropped,
    answered: searched > 0 || isAnswered(plan, contestants, comparisons),
    enough:
      plan.needed.length + searched > 0 &&
      // A search whose rounds were all void has found nothing.
      knees.every(hasTrials) &&
      curves.every(hasLevels) &&
      plan.needed.every((wanted) => roundsOf(wanted) >= wanted.rounds),
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

/** Of each scenario at least one ratio; where nothing is compared, the figures of one contestant. */
function isAnswered(
  { needed, comparisons: planned }: Pick<CompareManifest['plan'], 'needed' | 'comparisons'>,
  contestants: readonly ContestantSummary[],
  comparisons: readonly Comparison[],
): boolean {
  const scenarios = [...new Set(needed.map(({ scenario }) => scenario))];
  const has = (scenario: string) =>
    planned.length > 0
      ? comparisons.some((one) => one.scenario === scenario && Object.keys(one.figures).length > 0)
      : contestants.some((one) => one.scenario === scenario && one.rounds.counted > 0);
  return scenarios.length > 0 && scenarios.every(has);
}

function judged(verdict: Verdict, measured: readonly Measured[]): JudgedRound[] {
  return measured
    .filter(({ round }) => round.verdict === verdict)
    .map(({ round: { round, key, scenario, reasons } }) => ({ round, contestant: key, scenario, reasons }));
}

function hasTrials({ trials }: Knee): boolean {
  return trials.some(({ verdict }) => verdict !== 'void');
}

/** A curve says something from two levels on. */
function hasLevels({ asked, levels }: Curve): boolean {
  const read = levels.filter(({ rounds }) => rounds.counted > 0);
  return read.length >= Math.min(2, asked.length);
}

function summariseContestant(
  stacks: CompareManifest['stacks'],
  contestant: Contestant,
  scenario: string,
  rounds: { measured: readonly Measured[]; counted: readonly Measured[] },
): ContestantSummary {
  const isMine = ({ round }: Measured) => round.scenario === scenario && round.key === contestant.key;
  const mine = rounds.measured.filter(isMine);
  const counted = rounds.counted.filter(isMine);
  const deliveries = counted.flatMap(({ round }) => (round.kind === 'deliveries' ? [round] : []));
  const counts = Object.fromEntries(
    countNames.map((name) => [name, deliveries.reduce((sum, round) => sum + round[name], 0)]),
  ) as Record<CountName, number>;
  const merged = mergeLatencies(counted.flatMap(({ latencies }) => (latencies ? [latencies] : [])));
  const medians = Object.fromEntries(
    medianFigures.map(({ name, of }) => [name, median(deliveries.map((round) => of(round) ?? null)) ?? null]),
  ) as Record<MedianName, number | null>;
  const facts = stacks[contestant.stack];
  const memory = summariseMemory(counted.flatMap(({ round }) => (round.kind === 'memory' ? [round] : [])));
  return {
    ...contestant,
    version: facts?.ran ? facts.version : '',
    scenario,
    drivers: [...new Set(mine.flatMap(({ round }) => round.drivers))],
    extensions: [...new Set(mine.map(({ round }) => round.extensions || 'no compression'))],
    rounds: {
      counted: counted.length,
      noisy: counted.filter(({ round }) => round.verdict === 'noisy').length,
      dropped: mine.filter(({ round }) => isCounted(round)).length - counted.length,
      void: mine.filter(({ round }) => !isCounted(round)).length,
    },
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
