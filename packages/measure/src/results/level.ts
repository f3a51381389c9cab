import { type Latencies, median, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { isSpoiled, ruleOf } from '../rules/all.ts';
import { mostBusy } from '../rules/generator.ts';
import { valueIn } from './figure.ts';
import { figureNamed } from './figures.ts';
import type { Measured } from './measured.ts';
import { type DeliveryRound, isCounted, type Usage, type Verdict, voidingReasons } from './round.ts';

/**
 * What one round says of its level. `void`: the generator or the run is to blame, `spoiled`: the machine; neither says
 * anything of the app.
 */
export type TrialVerdict = 'passed' | 'failed' | 'void' | 'spoiled';
/** `undecided`: rounds said both, or too few said anything. */
export type LevelVerdict = TrialVerdict | 'undecided';

/** One contestant at one level after the other, as it was run: verdicts follow from the rounds when a run is read. */
export interface SearchedLevels {
  contestant: string;
  /** The p99 that must not be reached. */
  limit_ms: number;
  /** In their order; `round` is a DeliveryRound of the run. */
  trials: readonly { level: number; round: number }[];
}

export interface Level {
  level: number;
  verdict: LevelVerdict;
  /** What failed, voided or spoiled it; null of one that passed. */
  reading: string | null;
  rounds: { counted: number; void: number };
  /** Median of its valid rounds. */
  cpu_ms_per_write: number | null;
  /** Over the merged histograms of its valid rounds; null: beyond the drain, or no round is valid. */
  p50_ms: number | null;
  p99_ms: number | null;
  lost: number;
  trials: Trial[];
}

export interface Trial {
  round: number;
  verdict: TrialVerdict;
  /** What the rules of validity say of the round. */
  validity: Verdict;
  cpu_ms_per_write: number | null;
  p50_ms: number | null;
  p99_ms: number | null;
}

/**
 * What a round says of its level. Deliveries that never came are in the p99, and one of them is one too many. A noisy
 * round that missed the limit fails its level only if the app used its core up, because otherwise the generator or the
 * machine may be to blame; a void one also if every rule that made it void is the app's. Either passes a level whose
 * limit it held although it was slower.
 */
export function trialVerdict(
  round: Pick<DeliveryRound, 'verdict' | 'reasons' | 'p99_ms' | 'lost' | 'writing'>,
  limit_ms: number,
): TrialVerdict {
  const { verdict, reasons, p99_ms, lost } = round;
  const isHeld = p99_ms !== null && p99_ms < limit_ms && lost === 0;
  if (verdict === 'valid') return isHeld ? 'passed' : 'failed';
  if (isSlowerOnly(reasons)) {
    if (isHeld) return 'passed';
    if ((coresOfApp(round) ?? 0) > mostBusy) return 'failed';
  }
  const voiding = voidingReasons(reasons);
  if (voiding.length > 0 && voiding.every(({ code }) => ruleOf(code).blames === 'app')) return 'failed';
  return isSpoiled({ reasons }) ? 'spoiled' : 'void';
}

/**
 * Whether a void round's latencies are at least those that a valid one would have had: a late generator or a busy
 * machine makes deliveries later, and never sooner, since latency counts from the schedule to the stamp.
 */
function isSlowerOnly(reasons: readonly { code: string }[]): boolean {
  return reasons.map(({ code }) => ruleOf(code)).every(({ ofSpeed, eitherWay }) => ofSpeed && !eitherWay);
}

/** So many rounds with one verdict decide a level where another round has another verdict. */
export const enoughRounds = 2;

/** The verdict of a level by its rounds: of three rounds two decide, of more the majority. */
export function levelVerdict(verdicts: readonly TrialVerdict[]): LevelVerdict {
  const count = (wanted: TrialVerdict) => verdicts.filter((one) => one === wanted).length;
  const [passed, failed] = [count('passed'), count('failed')];
  if (failed === 0 && passed > 0 && passed >= count('void')) return 'passed';
  if (failed >= enoughRounds && failed > passed) return 'failed';
  if (passed >= enoughRounds && passed > failed) return 'passed';
  if (failed > 0) return 'undecided';
  return count('void') > 0 ? 'void' : 'spoiled';
}

export type DeliveryRounds = ReadonlyMap<number, { round: DeliveryRound; latencies?: Latencies }>;

export function deliveryRoundsOf(measured: readonly Measured[]): DeliveryRounds {
  return new Map(
    measured.flatMap(({ round, latencies }) =>
      round.kind === 'deliveries' ? [[round.round, latencies ? { round, latencies } : { round }]] : [],
    ),
  );
}

/** The levels of a search, lowest first. */
export function levelsOf({ trials, limit_ms }: SearchedLevels, rounds: DeliveryRounds): Level[] {
  return [...Map.groupBy(trials, ({ level }) => level)]
    .sort(([a], [b]) => a - b)
    .map(([level, those]) => levelOf(level, those, rounds, limit_ms));
}

function levelOf(
  level: number,
  trials: SearchedLevels['trials'],
  rounds: DeliveryRounds,
  limit_ms: number,
): Level {
  const found = trials.flatMap(({ round }) => {
    const one = rounds.get(round);
    return one ? [{ ...one, verdict: trialVerdict(one.round, limit_ms) }] : [];
  });
  const valid = found.filter(({ round }) => isCounted(round));
  const lost = valid.reduce((sum, { round }) => sum + round.lost, 0);
  const merged = mergeLatencies(valid.flatMap(({ latencies }) => (latencies ? [latencies] : [])));
  const { p50_ms, p99_ms } = percentiles(merged, lost);
  const verdict = levelVerdict(found.map((one) => one.verdict));
  // The reading is that of the last round with this verdict.
  const last = found.findLast((one) => one.verdict === (verdict === 'undecided' ? 'failed' : verdict));
  return {
    level,
    verdict,
    reading: verdict === 'passed' || !last ? null : readingOf(last.round, limit_ms),
    rounds: { counted: valid.length, void: found.length - valid.length },
    cpu_ms_per_write: median(valid.map(({ round }) => cpuOf(round))) ?? null,
    p50_ms: valid.length > 0 ? p50_ms : null,
    p99_ms: valid.length > 0 ? p99_ms : null,
    lost,
    trials: found.map(({ round, verdict }): Trial => {
      const { p50_ms, p99_ms } = round;
      const cpu_ms_per_write = cpuOf(round);
      return { round: round.round, verdict, validity: round.verdict, cpu_ms_per_write, p50_ms, p99_ms };
    }),
  };
}

/** CPU over a window, in cores. Null if it wasn't read. */
export const coresUsed = (
  usage: Pick<Usage, 'cpu_ms'> | null | undefined,
  window_ms: number,
): number | null => (usage && window_ms > 0 ? usage.cpu_ms / window_ms : null);

/** The app's CPU while writes were made, in cores. Null if it wasn't read. */
const coresOfApp = ({ writing }: Pick<DeliveryRound, 'writing'>): number | null =>
  writing ? coresUsed(writing.app, writing.window_ms) : null;

function cpuOf(round: DeliveryRound): number | null {
  const figure = figureNamed('appCpu_ms_per_write');
  return (figure && valueIn(round, figure)) ?? null;
}

/** Why a round didn't hold its level, with how busy the app was: readers see whether it was the app. */
function readingOf(round: DeliveryRound, limit_ms: number): string {
  const { reasons, lost, expected, p99_ms, eventLoop, generatorUtilisation } = round;
  const cores = coresOfApp(round);
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
    ...(cores === null ? [] : [`the app used ${cores.toFixed(2)} of a core`]),
    ...(eventLoop ? [`its event loop busy ${busy(eventLoop.utilisation)}`] : []),
    ...(generatorUtilisation === null ? [] : [`the generator's ${busy(generatorUtilisation)}`]),
  ].join(', ');
}
