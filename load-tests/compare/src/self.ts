import {
  type CompareManifest,
  type EchoRound,
  emptyPlan,
  type MongoFacts,
  type SelfMeasure,
  type Summary,
  summaryOf,
} from '@meteor-vs-mean/measure/results';
import type { Experiment, Opening } from '@meteor-vs-mean/measure/run';
import { OptionError } from '@meteor-vs-mean/testbed/process';
import { bind, chooseCores } from './context/cores.ts';
import { benchVersions, machineWith } from './context/machine.ts';
import { loopback } from './context/network.ts';
import type { PlannedEcho } from './experiments/plan.ts';
import { type MeasuredEcho, TransportMeasure } from './experiments/self.ts';
import type { Options } from './options/options.ts';
import type { Accounted } from './rounds/delivery-account.ts';
import { runEchoRound } from './rounds/echo-round.ts';

/** The transports that browsers use. */
const transports = ['socketio', 'ddp-sockjs'];
const known = [...transports, 'ddp'];

/** The echo stores nothing. */
const noMongo: MongoFacts = {
  version: 'none',
  source: 'none: the echo stores nothing',
  storageEngine: 'none',
  journalCommitInterval_ms: null,
  writeConcernMajorityJournalDefault: null,
  defaultWriteConcern: null,
  writeConcern: 'none',
};

/**
 * Opens `compare --self` as the experiment of a run: the bench alone, without stacks and MongoDB. `--transport` chooses
 * what is spoken.
 * @throws OptionError if `--transport` names none that there is
 */
export async function openSelf(
  { seed, size, transports: asked }: Options,
  { work, files, signal }: Opening,
): Promise<Experiment<PlannedEcho, MeasuredEcho, CompareManifest, Summary>> {
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new OptionError(`--transport: there is no "${unknown}"; known are ${known.join(', ')}`);
  }
  const cores = chooseCores();
  const machine = machineWith(cores);
  await bind(cores, undefined);
  const pinning = cores.shared
    ? `the echo shares the cores with the generator: ${cores.pinning}`
    : `the echo has the app's cores: ${cores.pinning}`;
  const chosen = asked.length > 0 ? asked : transports.slice(0, size === 'toy' ? 1 : undefined);
  const measures: SelfMeasure[] = [];
  const describe = ({ transport, load: { clients, rate, generators } }: PlannedEcho) => {
    const processes = generators === 1 ? '' : ` in ${generators} processes`;
    return `echo over ${transport}, ${clients} subscribers${processes}, ${rate} writes a second`;
  };
  return {
    *rounds(sofar) {
      const options = { size, seed, cores: cores.generator.length, pinning };
      for (const transport of chosen) {
        measures.push(yield* new TransportMeasure(options, transport, sofar).measure());
      }
    },
    total: null,
    describe,
    contestant: ({ transport }) => `the echo over ${transport}`,
    async measure(planned, number) {
      const started = new Date().toISOString();
      const context = { work, files, signal, cores, seed, size };
      const { round, latencies, profile } = await runEchoRound(context, number, planned);
      return {
        round: {
          ...echoRoundOf(planned, round),
          round: number,
          started,
          profile: planned.isProfiled ? profile : null,
        },
        latencies,
      };
    },
    facts: async () => ({
      machine,
      versions: benchVersions(),
      partial: false,
      network: loopback,
      mongo: noMongo,
      stacks: {},
      plan: { ...emptyPlan, self: measures.map(({ trials: _, ...findings }) => findings) },
    }),
    summarise: (manifest, measured) =>
      summaryOf(
        manifest,
        [],
        measured.map(({ round }) => round),
      ),
  };
}

/** What is kept of a round against the echo. */
function echoRoundOf(
  { transport, load: { clients, rate, duration_s, generators } }: PlannedEcho,
  round: Accounted,
): Omit<EchoRound, 'round' | 'started' | 'profile'> {
  return {
    kind: 'echo',
    transport,
    subscribers: clients,
    writes_per_s: rate,
    deliveries_per_s: round.expected / duration_s,
    generators,
    writes: round.scheduled,
    lost: round.lost,
    p50_ms: round.p50_ms,
    p99_ms: round.p99_ms,
    utilisation: round.generatorUtilisation,
    echoUtilisation: round.eventLoop?.utilisation ?? null,
    verdict: round.verdict,
    reasons: round.reasons,
  };
}
