import type { AddedLatency, SelfMeasure, SelfTrial } from '@meteor-vs-mean/report';
import { mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { isSpoilt } from './blame.ts';
import { type EchoBench, type EchoLoad, type EchoSamples, runEchoRound } from './echo-round.ts';
import { type Found, searchKnee } from './knee-search.ts';

/**
 * Where the latency that the engine adds is measured: at a low load, where nothing waits, and at those of the reference
 * runs, since a message more for each subscriber takes its time. Each of two trials is long enough for some 50 writes:
 * all deliveries of a write are late together, so it's writes that a percentile needs.
 */
const whole = {
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
type Extent = typeof whole;
const toy: Extent = {
  low: { clients: 4, rate: 10, duration_s: 1 },
  referenceLoads: [],
  addedTrials: 1,
  many: 4,
  rates: { ...whole.rates, start: 10, most: 10 },
  wanted_per_s: 0,
  // A schedule is random: one write a second may be none.
  slow_per_s: 10,
  crowds: { start: 4, most: 4, step: 1, precision: 0.2 },
  spread: { duration_s: 1, drain_s: 1 },
};
/** Trials that what else runs on the machine has spoilt are run again, but not for ever. */
const mostSpoilt = 3;
/** Share of the time from which on the echo is a suspect, too. */
const busy = 0.85;

type RunRound = typeof runEchoRound;
type RunLoad = (load: EchoLoad, isProfiled?: boolean) => ReturnType<RunRound>;

/**
 * Measures the engine over each transport against an echo that does nothing: what latency it adds, how many deliveries
 * a second one process takes and how many subscribers it carries before a rule of validity is broken, and what several
 * processes can do where one isn't enough. Some seven minutes a transport.
 */
export async function measureSelf(
  bench: EchoBench,
  transports: readonly string[],
  runRound: RunRound = runEchoRound,
): Promise<SelfMeasure[]> {
  const measures: SelfMeasure[] = [];
  let number = 0;
  for (const transport of transports) {
    const run: RunLoad = (load, isProfiled) => runRound(bench, ++number, transport, load, isProfiled);
    measures.push(await measureTransport(bench, transport, run));
  }
  return measures;
}

async function measureTransport(bench: EchoBench, transport: string, runLoad: RunLoad): Promise<SelfMeasure> {
  const { low, referenceLoads, many, rates, crowds, slow_per_s, spread, ...extent } = bench.toy ? toy : whole;
  const trials: SelfTrial[] = [];
  const run: RunLoad = async (load, isProfiled) => {
    bench.signal.throwIfAborted();
    const { clients, rate, generators } = load;
    const processes = generators === 1 ? '' : ` in ${generators} processes`;
    bench.progress.step(
      `Echo over ${transport}: ${clients} subscribers${processes}, ${rate} writes a second`,
    );
    const round = await runLoad(load, isProfiled);
    // A profiled one is slower: it says where the time goes, and not how much there is.
    if (!isProfiled) trials.push(round.trial);
    return round;
  };
  const search = (options: Extent['rates'], loadOf: (level: number) => EchoLoad) =>
    searchTrials(options, async (level) => (await run(loadOf(level))).trial);
  const base = { ...spread, generators: 1 };
  const rateOf = (generators: number) => (rate: number) => ({ ...base, clients: many, rate, generators });
  const measure = (figures: Partial<SelfMeasure>): SelfMeasure => ({
    ...{ transport, added_p50_ms: null, added_p99_ms: null, deliveries_per_s: 0, subscribers: 0 },
    ...{ subscribersAt_writes_per_s: slow_per_s, limitedBy: '', profile: [], several: null },
    cores: bench.cores.shared
      ? `the echo shares the cores with the generator: ${bench.cores.pinning}`
      : `the echo has the app's cores: ${bench.cores.pinning}`,
    trials,
    ...figures,
  });

  const addedAt = (load: Extent['low']) =>
    measureAdded({ ...base, ...load }, bench.seed, run, extent.addedTrials);
  const least = await addedAt(low);
  const lastTrial = trials.at(-1);
  // More wouldn't be valid either.
  if (least.trials === 0 && lastTrial)
    return measure({ limitedBy: `even a low load broke ${rules(lastTrial)}` });
  const added = [least];
  for (const load of referenceLoads) added.push(await addedAt(load));
  const deliveries = await search(rates, rateOf(1));
  const deliveries_per_s = (deliveries.knee ?? 0) * many;
  const tooFast = tooMuch(trials, ({ subscribers, writes_per_s, generators }) => {
    return subscribers === many && generators === 1 && writes_per_s > (deliveries.knee ?? 0);
  });
  const profiled = tooFast && (await run({ ...base, clients: many, rate: tooFast.writes_per_s }, true));
  const several =
    deliveries_per_s >= extent.wanted_per_s
      ? null
      : await trySeveral(bench, many, (generators) =>
          search({ ...rates, start: extent.wanted_per_s / many }, rateOf(generators)),
        );
  const crowd = await search(crowds, (clients) => ({ ...base, clients, rate: slow_per_s }));
  const tooMany = tooMuch(trials, ({ subscribers, writes_per_s }) => {
    return writes_per_s === slow_per_s && subscribers > (crowd.knee ?? 0);
  });
  return measure({
    ...{ added_p50_ms: least.p50_ms, added_p99_ms: least.p99_ms, added },
    ...{ deliveries_per_s, several, subscribers: crowd.knee ?? 0, profile: profiled?.profile ?? [] },
    limitedBy: [limit('deliveries a second', deliveries, tooFast), limit('subscribers', crowd, tooMany)].join(
      '; ',
    ),
  });
}

/** Valid trials of one load, each with a schedule of its own, and what they say together. */
async function measureAdded(
  load: EchoLoad,
  seed: number,
  run: RunLoad,
  addedTrials: number,
): Promise<AddedLatency> {
  const valid: EchoSamples[] = [];
  for (let spoilt = 0; valid.length < addedTrials && spoilt < mostSpoilt; ) {
    const { trial, samples } = await run({ ...load, seed: seed + valid.length });
    if (trial.verdict === 'valid') valid.push(samples);
    else spoilt++;
  }
  const merged = mergeLatencies(valid.map(({ latencies }) => latencies));
  const sum = (of: 'writes' | 'lost') => valid.reduce((total, one) => total + one[of], 0);
  const { p50_ms, p99_ms } = percentiles(merged, sum('lost'));
  return {
    ...{ subscribers: load.clients, writes_per_s: load.rate },
    ...{ trials: valid.length, writes: sum('writes'), p50_ms, p99_ms },
  };
}

async function searchTrials(
  options: Extent['rates'],
  trial: (level: number) => Promise<SelfTrial>,
): Promise<Found> {
  const searching = searchKnee(options);
  let next = searching.next();
  while (!next.done) {
    let one = await trial(next.value);
    for (let again = 1; isSpoilt(one) && again < mostSpoilt; again++) one = await trial(next.value);
    next = searching.next(one.verdict === 'valid' ? 'passed' : 'void');
  }
  return next.value;
}

/** As many processes as there are cores for, but four at most: they show what a second one brings. */
async function trySeveral(
  { cores }: EchoBench,
  many: number,
  search: (generators: number) => Promise<Found>,
): Promise<SelfMeasure['several']> {
  const generators = Math.max(2, Math.min(4, cores.generator.length));
  return { generators, deliveries_per_s: ((await search(generators)).knee ?? 0) * many };
}

/** The smallest load of some that was void by its own doing. */
function tooMuch(trials: readonly SelfTrial[], isOf: (trial: SelfTrial) => boolean): SelfTrial | undefined {
  return trials
    .filter((trial) => isOf(trial) && trial.verdict === 'void' && !isSpoilt(trial))
    .sort((a, b) => a.deliveries_per_s - b.deliveries_per_s)[0];
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
