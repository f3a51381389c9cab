import {
  type AddedLatency,
  type EchoRound,
  isCounted,
  type SelfMeasure,
  type SelfTrial,
  type Size,
  trialOf,
} from '@meteor-vs-mean/measure/results';
import { isSpoiled, ruleOf, type SoFar } from '@meteor-vs-mean/measure/run';
import { type Latencies, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { type Found, searchKnee } from 'artillery-engine-pubsub';
import type { EchoLoad, PlannedEcho } from './plan.ts';

/**
 * Where the latency that the engine adds is measured: at a low load, where nothing waits, and at those of the reference
 * runs, since a message more for each subscriber takes its time. Each of two trials is long enough for some 50 writes:
 * all deliveries of a write are late together, so it's writes that a percentile needs.
 */
const full = {
  low: { clients: 20, rate: 20, duration_s: 5 },
  referenceLoads: [
    { clients: 200, rate: 20, duration_s: 5 },
    { clients: 500, rate: 8, duration_s: 7 },
    { clients: 1000, rate: 4, duration_s: 13 },
  ],
  addedTrials: 2,
  /** Subscribers of the search for deliveries a second, and how many writes it may come to. */
  many: 1000,
  rates: { start: 50, most: 100, step: 1, precision: 0.2 },
  /** What several processes are tried for, if one can't. */
  wanted_per_s: 50_000,
  /** Writes a second of the search for subscribers, and how many of these it may come to. */
  slow_per_s: 1,
  crowds: { start: 2000, most: 8000, step: 100, precision: 0.2 },
  spread: { duration_s: 5, drain_s: 2 },
};
type Extent = typeof full;
const toy: Extent = {
  low: { clients: 4, rate: 10, duration_s: 1 },
  referenceLoads: [],
  addedTrials: 1,
  many: 4,
  rates: { ...full.rates, start: 10, most: 10 },
  wanted_per_s: 0,
  // A schedule is random: one write a second may be none.
  slow_per_s: 10,
  crowds: { start: 4, most: 4, step: 1, precision: 0.2 },
  spread: { duration_s: 1, drain_s: 1 },
};
/** Trials that what else runs on the machine has spoiled are run again, but not for ever. */
const mostSpoiled = 3;
/** Share of the time from which on the echo is a suspect, too. */
const busy = 0.85;

/** A round against the echo, as a run has measured it. */
export interface MeasuredEcho {
  round: EchoRound & { started: string };
  latencies: Latencies;
}

type Rounds<Found> = Generator<PlannedEcho, Found>;

interface SelfOptions {
  size: Size;
  seed: number;
  /** Cores that the generator may use: several processes are tried on as many. */
  cores: number;
  /** In words: which cores the echo has. */
  pinning: string;
}

/**
 * Measures the engine over a transport against an echo that does nothing: what latency it adds, how many deliveries
 * a second one process takes and how many subscribers it carries before a rule of validity is broken, and what several
 * processes can do where one isn't enough. It takes some seven minutes.
 */
export class TransportMeasure {
  readonly #options: SelfOptions;
  readonly #transport: string;
  readonly #sofar: SoFar<MeasuredEcho>;
  readonly #extent: Extent;
  readonly #trials: SelfTrial[] = [];

  constructor(options: SelfOptions, transport: string, sofar: SoFar<MeasuredEcho>) {
    this.#options = options;
    this.#transport = transport;
    this.#sofar = sofar;
    this.#extent = options.size === 'toy' ? toy : full;
  }

  *measure(): Rounds<SelfMeasure> {
    const { low, referenceLoads, many, rates, crowds, slow_per_s, spread, wanted_per_s } = this.#extent;
    const base = { ...spread, generators: 1 };
    const least = yield* this.#added({ ...base, ...low });
    const lastTrial = this.#trials.at(-1);
    // Where a low load is not valid, more would not be either.
    if (least.trials === 0 && lastTrial) {
      return this.#measureWith({ added: [least], limitedBy: `even a low load broke ${rules(lastTrial)}` });
    }
    const added = [least];
    for (const load of referenceLoads) added.push(yield* this.#added({ ...base, ...load }));
    const rateOf = (generators: number) => (rate: number) => ({ ...base, clients: many, rate, generators });
    const deliveries = yield* this.#search(rates, rateOf(1));
    const deliveries_per_s = (deliveries.knee ?? 0) * many;
    const tooFast = this.#tooMuch(({ subscribers, writes_per_s, generators }) => {
      return subscribers === many && generators === 1 && writes_per_s > (deliveries.knee ?? 0);
    });
    const profiled =
      tooFast && (yield* this.#run({ ...base, clients: many, rate: tooFast.writes_per_s }, true));
    let several: SelfMeasure['several'] = null;
    if (deliveries_per_s < wanted_per_s) {
      // Four processes at most: they show what a second one brings.
      const generators = Math.max(2, Math.min(4, this.#options.cores));
      const found = yield* this.#search({ ...rates, start: wanted_per_s / many }, rateOf(generators));
      several = { generators, deliveries_per_s: (found.knee ?? 0) * many };
    }
    const crowd = yield* this.#search(crowds, (clients) => ({ ...base, clients, rate: slow_per_s }));
    const tooMany = this.#tooMuch(({ subscribers, writes_per_s }) => {
      return writes_per_s === slow_per_s && subscribers > (crowd.knee ?? 0);
    });
    return this.#measureWith({
      added,
      deliveries_per_s,
      several,
      subscribers: crowd.knee ?? 0,
      profile: profiled?.round.profile ?? [],
      limitedBy: [
        limit('deliveries a second', deliveries, tooFast),
        limit('subscribers', crowd, tooMany),
      ].join('; '),
    });
  }

  #measureWith(figures: Partial<SelfMeasure> & Pick<SelfMeasure, 'added'>): SelfMeasure {
    return {
      transport: this.#transport,
      deliveries_per_s: 0,
      subscribers: 0,
      subscribersAt_writes_per_s: this.#extent.slow_per_s,
      limitedBy: '',
      profile: [],
      several: null,
      cores: this.#options.pinning,
      trials: this.#trials,
      ...figures,
    };
  }

  /** One round, and what it found. A profiled round is slower: it says where the time goes, not how much there is. */
  *#run(load: EchoLoad, isProfiled = false): Rounds<MeasuredEcho> {
    yield { transport: this.#transport, load: { seed: this.#options.seed, ...load }, isProfiled };
    const one = this.#sofar.measured.at(-1);
    if (!one) throw new Error('a round was planned, and not run');
    if (!isProfiled) this.#trials.push(trialOf(one.round));
    return one;
  }

  /** Valid trials of one load, each with a schedule of its own, and what they say together. */
  *#added(load: EchoLoad): Rounds<AddedLatency> {
    const valid: MeasuredEcho[] = [];
    for (let spoiled = 0; valid.length < this.#extent.addedTrials && spoiled < mostSpoiled; ) {
      const one = yield* this.#run({ ...load, seed: this.#options.seed + valid.length });
      if (isCounted(one.round)) valid.push(one);
      else spoiled++;
    }
    const merged = mergeLatencies(valid.map(({ latencies }) => latencies));
    const sum = (of: 'writes' | 'lost') => valid.reduce((total, { round }) => total + (round[of] ?? 0), 0);
    const { p50_ms, p99_ms } = percentiles(merged, sum('lost'));
    return {
      subscribers: load.clients,
      writes_per_s: load.rate,
      trials: valid.length,
      writes: sum('writes'),
      p50_ms,
      p99_ms,
    };
  }

  *#search(options: Extent['rates'], loadOf: (level: number) => EchoLoad): Rounds<Found> {
    const searching = searchKnee(options);
    let next = searching.next();
    while (!next.done) {
      const load = loadOf(next.value);
      let { round } = yield* this.#run(load);
      for (let again = 1; !keptUp(round) && isSpoiled(round) && again < mostSpoiled; again++)
        ({ round } = yield* this.#run(load));
      next = searching.next(keptUp(round) ? 'passed' : 'void');
    }
    return next.value;
  }

  /** The smallest load of some that was void by its own doing. */
  #tooMuch(isOf: (trial: SelfTrial) => boolean): SelfTrial | undefined {
    return this.#trials
      .filter((trial) => isOf(trial) && !keptUp(trial) && !isSpoiled(trial))
      .sort((a, b) => a.deliveries_per_s - b.deliveries_per_s)[0];
  }
}

/** Whether a trial shows that the generator can take its load: it was neither too busy nor late. */
function keptUp({ verdict, reasons }: Pick<SelfTrial, 'verdict' | 'reasons'>): boolean {
  return isCounted({ verdict }) && reasons.every(({ code }) => ruleOf(code).blames !== 'generator');
}

/** In words, what stood in the way of more. */
function limit(what: string, { limitedBy }: Found, broken: SelfTrial | undefined): string {
  if (limitedBy === 'asked') return `${what}: more were not tried`;
  if (!broken) return `${what}: what else ran on this machine`;
  const { subscribers, writes_per_s, echoUtilisation } = broken;
  const echo = echoUtilisation !== null && echoUtilisation > busy ? ', and the echo itself was busy' : '';
  return `${what}: ${subscribers} subscribers x ${writes_per_s} writes a second broke ${rules(broken)}${echo}`;
}

function rules({ reasons }: SelfTrial): string {
  return reasons.map(({ code, reading }) => `${code} (${reading})`).join(', ');
}
