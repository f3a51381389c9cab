import { fitSlope, median, mergeLatencies, percentiles, type Slope } from '@meteor-vs-mean/stats';
import type { Capacity } from './capacity.ts';
import { capacityOf } from './capacity-of.ts';
import { claimOf } from './claim.ts';
import { compare, isOverFloor } from './comparison.ts';
import type { AppContestant } from './contestant.ts';
import { countedOf } from './counted.ts';
import type { Curve } from './curve.ts';
import { curveOf } from './curve-of.ts';
import { type Figure, pointsOf, valueIn } from './figure.ts';
import { costsOfClient, figuresIn, type LineName } from './figures.ts';
import { deliveryRoundsOf } from './level.ts';
import { type CompareManifest, isCompare, type RunManifest } from './manifest.ts';
import type { Measured } from './measured.ts';
import type { Needed, Plan } from './plan.ts';
import {
  type DeliveryRound,
  isCounted,
  type KilledAccount,
  type MemoryRound,
  type Round,
  type Verdict,
} from './round.ts';
import { heldDocuments } from './slopes.ts';
import {
  type AppResult,
  type CompareSummary,
  type Comparison,
  type CountName,
  countNames,
  figureOf,
  type JudgedRound,
  lineOf,
  type MemorySummary,
  type Result,
  type Summary,
  type Value,
} from './summary.ts';

/** What a run comes to: pure. Void rounds take no part in any figure. */
export function summaryOf(manifest: CompareManifest, measured: readonly Measured[]): CompareSummary;
export function summaryOf(manifest: RunManifest, measured: readonly Measured[]): Summary;
export function summaryOf(manifest: RunManifest, measured: readonly Measured[]): Summary {
  const { kind, experiment, id, size, seed, started, machine, plan } = manifest;
  const stacks = isCompare(manifest) ? manifest.stacks : {};
  const ofApps = plan.comparisons.filter((one) => !isOverFloor(one, plan.contestants, stacks));
  const { counted, dropped } = countedOf(measured, ofApps);
  const rounds = measured.map(({ round }) => round);
  const results = plan.needed.map((needed) => resultOf(needed, plan, { measured, counted }));
  const comparisons = plan.comparisons.flatMap((planned) =>
    compare(planned, { rounds, figures: plan.figures, seed }),
  );
  const about = { kind, experiment, id, size, seed, started, machine, plan };
  const summary: Summary = {
    format: 4,
    ...about,
    results,
    comparisons,
    claims: plan.claims.map((claim) => claimOf(claim, { plan, results, seed }, rounds)),
    measured: measured.length,
    void: judged('void', measured),
    noisy: judged('noisy', measured),
    // The rounds of a search have no partner to be compared with.
    dropped: plan.needed.length > 0 ? dropped : [],
    enough: plan.needed.length > 0 && hasNeeded(plan.needed, results),
    answered: isAnswered(plan, results, comparisons),
  };
  return isCompare(manifest) ? ofCompare(summary, manifest, { measured, counted }) : summary;
}

function hasNeeded(needed: readonly Needed[], results: readonly Result[]): boolean {
  return needed.every(({ contestant, load, rounds }) => {
    const found = results.find((one) => one.contestant === contestant && one.load === load);
    return (found?.rounds.counted ?? 0) >= rounds;
  });
}

interface Rounds {
  measured: readonly Measured[];
  /** Those that figures are made of. */
  counted: readonly Measured[];
}

const isOf =
  ({ contestant, load }: Pick<Needed, 'contestant' | 'load'>) =>
  ({ round }: Measured) =>
    round.contestant === contestant && round.load === load;

function resultOf({ contestant, load }: Needed, plan: Plan, rounds: Rounds): Result {
  const mine = rounds.measured.filter(isOf({ contestant, load }));
  const counted = rounds.counted.filter(isOf({ contestant, load }));
  return {
    contestant,
    load,
    rounds: {
      counted: counted.length,
      noisy: counted.filter(({ round }) => round.verdict === 'noisy').length,
      dropped: mine.filter(({ round }) => isCounted(round)).length - counted.length,
      void: mine.filter(({ round }) => !isCounted(round)).length,
    },
    figures: valuesOf(counted, plan),
  };
}

function valuesOf(counted: readonly Measured[], { figures: own }: Plan): Record<string, Value> {
  const rounds = counted.map(({ round }) => round);
  const memory = memoryOf(rounds.flatMap((round) => (round.kind === 'memory' ? [round] : [])));
  const merged = mergeLatencies(counted.flatMap(({ latencies }) => (latencies ? [latencies] : [])));
  const lost = rounds.reduce((sum, round) => sum + (round.kind === 'deliveries' ? round.lost : 0), 0);
  const latency = percentiles(merged, lost);
  const middleOf = (figure: Figure, all: readonly (number | null)[]): number | null => {
    switch (figure.kind) {
      case 'latency':
        return latency[figure.name];
      case 'slope':
        return lineOf({ memory }, figure)?.slope ?? null;
      default:
        return median(all) ?? null;
    }
  };
  return Object.fromEntries(
    figuresIn(rounds, own).flatMap((figure): [string, Value][] => {
      const read = rounds.map((round) => valueIn(round, figure)).filter((value) => value !== undefined);
      if (read.length === 0 && !isAsked(figure, rounds)) return [];
      const each = read.filter((value) => value !== null);
      return [[figure.name, { value: middleOf(figure, read), each, beyond: read.length - each.length }]];
    }),
  );
}

/** Whether rounds name a figure, though none of them could read it. */
function isAsked({ kind, name }: Figure, rounds: readonly Round[]): boolean {
  if (kind === 'median') return true;
  return rounds.some((round) => round.kind === 'sample' && Object.hasOwn(round.figures, name));
}

function ofCompare(summary: Summary, manifest: CompareManifest, rounds: Rounds): CompareSummary {
  const { experiment, partial, stacks, mongo, network, addresses, plan } = manifest;
  const deliveries = deliveryRoundsOf(rounds.measured);
  const capacities = plan.capacities.map((searched) => capacityOf(searched, manifest.machine, deliveries));
  const contestantNamed = (key: string) => plan.contestants.find((one) => one.key === key);
  const curves = plan.curves.flatMap((curve) => {
    const contestant = contestantNamed(curve.contestant);
    return contestant ? [curveOf(curve, contestant, deliveries)] : [];
  });
  const searched = capacities.length + curves.length;
  return {
    ...summary,
    kind: 'compare',
    experiment,
    partial,
    stacks,
    mongo,
    network,
    ...(addresses === undefined ? {} : { addresses }),
    plan,
    results: summary.results.flatMap((result) => {
      const contestant = contestantNamed(result.contestant);
      return contestant ? [appResultOf(result, contestant, stacks, rounds)] : [];
    }),
    capacities,
    curves,
    enough:
      plan.needed.length + searched > 0 &&
      hasNeeded(plan.needed, summary.results) &&
      capacities.every(hasAnswer) &&
      curves.every(hasLevels),
    answered: capacities.some(hasAnswer) || curves.some(hasLevels) || summary.answered,
  };
}

/** Of each load at least one ratio; where nothing is compared, a figure of one contestant. */
function isAnswered(
  { needed, comparisons: planned, tables }: Plan,
  results: readonly Result[],
  comparisons: readonly Comparison[],
): boolean {
  const hasFigure = (result: Result, names: readonly string[]) =>
    names.some((name) => figureOf(result, { name }) !== undefined);
  if (tables.length > 0) {
    return tables.some(({ figure, rows, columns }) =>
      results.some(
        (one) => rows.includes(one.load) && columns.includes(one.contestant) && hasFigure(one, [figure]),
      ),
    );
  }
  const loads = [...new Set(needed.map(({ load }) => load))];
  const has = (load: string) =>
    planned.length > 0
      ? comparisons.some((one) => one.load === load && Object.keys(one.figures).length > 0)
      : results.some((one) => one.load === load && one.rounds.counted > 0);
  return loads.length > 0 && loads.every(has);
}

function judged(verdict: Verdict, measured: readonly Measured[]): JudgedRound[] {
  return measured
    .filter(({ round }) => round.verdict === verdict)
    .map(({ round: { round, contestant, load, reasons } }) => ({ round, contestant, load, reasons }));
}

/** A search whose rounds say nothing of the app found nothing. */
function hasAnswer({ levels }: Capacity): boolean {
  return levels.some(({ verdict }) => verdict !== 'void' && verdict !== 'spoiled');
}

/** A curve says something from two levels on. */
function hasLevels({ asked, levels }: Curve): boolean {
  const read = levels.filter(({ rounds }) => rounds.counted > 0);
  return read.length >= Math.min(2, asked.length);
}

function appResultOf(
  result: Result,
  contestant: AppContestant,
  stacks: CompareManifest['stacks'],
  rounds: Rounds,
): AppResult {
  const mine = rounds.measured.filter(isOf(result)).map(({ round }) => round);
  const counted = rounds.counted.filter(isOf(result)).map(({ round }) => round);
  const connected = mine.flatMap((round) => (round.kind === 'sample' ? [] : [round]));
  const deliveries = counted.flatMap((round) => (round.kind === 'deliveries' ? [round] : []));
  const sum = (of: (round: DeliveryRound) => number) =>
    deliveries.reduce((total, round) => total + of(round), 0);
  const facts = stacks[contestant.stack];
  const memory = memoryOf(counted.flatMap((round) => (round.kind === 'memory' ? [round] : [])));
  return {
    ...result,
    ...contestant,
    version: facts?.ran ? facts.version : '',
    drivers: [...new Set(connected.flatMap(({ drivers }) => drivers))],
    extensions: [...new Set(connected.map(({ extensions }) => extensions || 'no compression'))],
    counts: Object.fromEntries(countNames.map((name) => [name, sum((round) => round[name])])) as Record<
      CountName,
      number
    >,
    witnesses: {
      checked: sum(({ witnesses }) => witnesses.checked),
      differing: sum(({ witnesses }) => witnesses.differing),
    },
    ...killedIn(deliveries),
    memory,
    heldDocument: heldDocuments({ memory }),
  };
}

function killedIn(rounds: readonly DeliveryRound[]): Pick<AppResult, 'killed'> {
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

function memoryOf(rounds: readonly MemoryRound[]): MemorySummary[] {
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
