import {
  fitCostLine,
  type Latencies,
  median,
  mergeLatencies,
  type Point,
  percentiles,
} from '@meteor-vs-mean/stats';
import type { AppContestant } from './contestant.ts';
import { type Curve, type CurveLevel, type CurveTrial, levelVerdict, type SearchedCurve } from './curve.ts';
import { valueIn } from './figure.ts';
import { figureNamed } from './figures.ts';
import type { Measured } from './measured.ts';
import { type DeliveryRound, isCounted } from './round.ts';

type Rounds = ReadonlyMap<number, { round: DeliveryRound; latencies?: Latencies }>;

/** What follows from the rounds of a curve; void ones take part in no figure. */
export function curveOf(
  searched: SearchedCurve,
  contestant: AppContestant,
  measured: readonly Measured[],
): Curve {
  const { trials, ...curve } = searched;
  const rounds: Rounds = new Map(
    measured.flatMap(({ round, latencies }) =>
      round.kind === 'deliveries' ? [[round.round, latencies ? { round, latencies } : { round }]] : [],
    ),
  );
  const levels = [...Map.groupBy(trials, ({ queries }) => queries)]
    .sort(([a], [b]) => a - b)
    .map(([queries, those]) => levelOf(queries, those, rounds, searched.limit_ms));
  const last = levels.at(-1);
  const tried = trials.flatMap(({ round }) => rounds.get(round)?.round ?? []);
  const { stack, mode, transport, variant } = contestant;
  return {
    ...curve,
    stack,
    mode,
    transport,
    variant,
    drivers: [...new Set(tried.flatMap(({ drivers }) => drivers))],
    extensions: [...new Set(tried.map(({ extensions }) => extensions || 'no compression'))],
    levels,
    growth: fitCostLine(levels.flatMap(pointsOf)),
    failedAt: last?.verdict === 'failed' ? { queries: last.queries, reading: last.reading ?? '' } : null,
    limitedBy: limitedBy(last, searched.asked.at(-1)),
  };
}

function levelOf(
  queries: number,
  trials: SearchedCurve['trials'],
  rounds: Rounds,
  limit_ms: number,
): CurveLevel {
  const found = trials.flatMap(({ round, verdict }) => {
    const one = rounds.get(round);
    return one ? [{ ...one, verdict }] : [];
  });
  const valid = found.filter(({ round }) => isCounted(round));
  const lost = valid.reduce((sum, { round }) => sum + round.lost, 0);
  const merged = mergeLatencies(valid.flatMap(({ latencies }) => (latencies ? [latencies] : [])));
  const { p50_ms, p99_ms } = percentiles(merged, lost);
  const verdict = levelVerdict(trials.map((trial) => trial.verdict));
  // The reading is that of the last round with this verdict.
  const told = found.findLast((one) => one.verdict === (verdict === 'undecided' ? 'failed' : verdict));
  return {
    queries,
    verdict,
    reading: verdict === 'passed' || !told ? null : readingOf(told.round, limit_ms),
    rounds: { counted: valid.length, void: found.length - valid.length },
    cpu_ms_per_write: median(valid.map(({ round }) => cpuOf(round))) ?? null,
    p50_ms: valid.length > 0 ? p50_ms : null,
    p99_ms: valid.length > 0 ? p99_ms : null,
    lost,
    trials: found.map(({ round, verdict }): CurveTrial => {
      const { p50_ms, p99_ms } = round;
      const isValid = isCounted(round);
      return {
        round: round.round,
        verdict,
        valid: isValid,
        cpu_ms_per_write: cpuOf(round),
        p50_ms,
        p99_ms,
      };
    }),
  };
}

function cpuOf(round: DeliveryRound): number | null {
  const figure = figureNamed('appCpu_ms_per_write');
  return (figure && valueIn(round, figure)) ?? null;
}

/** Past what an app can carry its CPU is what a core gives, and no longer what a write costs. */
function pointsOf({ queries, verdict, trials }: CurveLevel): Point[] {
  if (verdict !== 'passed') return [];
  return trials.flatMap(({ valid, cpu_ms_per_write }): Point[] =>
    valid && cpu_ms_per_write !== null ? [[queries, 1000 * cpu_ms_per_write]] : [],
  );
}

/** What of a round says that it didn't hold, with how busy the app was: who reads it sees whether it was the app. */
function readingOf(round: DeliveryRound, limit_ms: number): string {
  const { reasons, lost, expected, p99_ms, writing, eventLoop, generatorUtilisation } = round;
  const late =
    p99_ms === null
      ? 'p99 beyond the drain'
      : p99_ms >= limit_ms
        ? `p99 ${(p99_ms / 1000).toFixed(2)} s`
        : null;
  const busy = (share: number) => `${(100 * share).toFixed(0)} %`;
  return [
    ...reasons.map(({ code, reading }) => `${code} (${reading})`),
    ...(lost > 0 ? [`${lost} of ${expected} deliveries lost`] : []),
    ...(late === null || expected === 0 ? [] : [late]),
    ...(writing?.app
      ? [`the app used ${(writing.app.cpu_ms / writing.window_ms).toFixed(2)} of a core`]
      : []),
    ...(eventLoop ? [`its event loop busy ${busy(eventLoop.utilisation)}`] : []),
    ...(generatorUtilisation === null ? [] : [`the generator's ${busy(generatorUtilisation)}`]),
  ].join(', ');
}

function limitedBy(last: CurveLevel | undefined, most: number | undefined): Curve['limitedBy'] {
  if (!last) return 'time';
  const isLast = last.queries === most;
  switch (last.verdict) {
    case 'failed':
      return 'app';
    case 'passed':
      return isLast ? 'asked' : 'time';
    case 'void':
      return 'generator';
    case 'spoiled':
      return isLast ? 'machine' : 'time';
    case 'undecided': {
      const said = last.trials.map(({ verdict }) => verdict);
      if (said.includes('void')) return 'generator';
      return said.includes('spoiled') ? 'machine' : 'time';
    }
  }
}
