import path from 'node:path';
import {
  type CompareManifest,
  compare,
  type Floor,
  floorOf,
  type Measured,
  type Summary,
  summaryOf,
} from '@meteor-vs-mean/measure/results';
import type { Facts, Opening, Experiment as RunExperiment } from '@meteor-vs-mean/measure/run';
import { titleOf } from '@meteor-vs-mean/report';
import { addressesOf } from '@meteor-vs-mean/testbed/apps';
import { lineOf, root } from '@meteor-vs-mean/testbed/process';
import { assertEnvironments, assertStores } from './contestants/environments.ts';
import { settingOf } from './contestants/setting.ts';
import { benchVersions } from './context/machine.ts';
import { askedFor } from './context/mongo-facts.ts';
import { type Interference, type OpenContext, openContext } from './context/open-context.ts';
import type { Experiment } from './experiments/experiment.ts';
import { plans } from './experiments/index.ts';
import type { PlannedRound } from './experiments/plan.ts';
import type { Options } from './options/options.ts';
import { newestOf } from './past.ts';
import { runDeliveryRound } from './rounds/delivery-round.ts';
import { runMemoryRound } from './rounds/memory-round.ts';
import { assertFitsList } from './rounds/writers.ts';

/**
 * Opens a comparison of stacks as the experiment of a run.
 * @param interference what a test does to the rounds from outside
 * @throws what is missing, and what to do
 */
export async function openComparison(
  options: Options,
  opening: Opening,
  interference: Interference = {},
): Promise<RunExperiment<PlannedRound, Measured, CompareManifest, Summary>> {
  const { experiment: asked } = options;
  if (asked === 'accounts') throw new Error('--accounts has an experiment of its own');
  const isCurve = options.experiment === 'curve';
  const isShared = isCurve || options.audiences.includes('one');
  if (isShared && options.scenarios.includes('fan-out')) {
    assertFitsList(options.rate, options.duration_s, isCurve ? options.levels[0] : 1);
  }
  const isKnee = options.experiment === 'knee';
  const scenarios = isKnee ? (['fan-out'] as const) : options.scenarios;
  assertStores(options.stacks, scenarios);
  await assertEnvironments(options.stacks, scenarios);
  const open = await openContext(options, opening, interference);
  const { context, stacks, contestants } = open;
  const setting = await settingOf(context.builds);
  const experiment = plans[asked](options, { stacks, contestants, setting });
  const notRun = [...experiment.notRun];
  for (const { what, reason } of notRun) context.progress.say(`Not run: ${what}. ${reason}`);
  let last: PlannedRound | undefined;
  return {
    *rounds(sofar) {
      for (const planned of experiment.rounds(sofar)) {
        // What a test does to a round was meant for that one alone.
        if (interference.noneAgain && planned === last) continue;
        last = planned;
        yield planned;
      }
    },
    total: experiment.total,
    describe: (planned) => {
      const held = planned.kind === 'memory' ? ` holding ${planned.documents} documents` : '';
      const queries =
        isCurve && planned.kind === 'deliveries' ? `, live queries: ${planned.load.clients}` : '';
      return `${planned.scenario}${held}, ${titleOf(planned.contestant, open.facts)}${queries}`;
    },
    contestant: ({ contestant }) => contestant.key,
    measure: (planned, number) =>
      planned.kind === 'deliveries'
        ? runDeliveryRound(context, number, planned)
        : runMemoryRound(context, number, planned),
    async leavesOut({ contestant: { key } }, error) {
      if (!experiment.goesOn || !(await answers(open))) return false;
      const reason = lineOf(error);
      context.progress.say(`Left out: ${key}. ${reason}`);
      notRun.push({ what: key, reason });
      return true;
    },
    async describeFailure(error) {
      if (await answers(open)) return lineOf(error);
      return `MongoDB went away; it was ${open.mongo.description}. Look for what stopped it, and run again`;
    },
    facts: (measured) => factsOf(open, experiment, notRun, measured),
    summarise: (manifest, measured) => summaryOf(manifest, measured),
  };
}

/** What the manifest says of a comparison, besides what every manifest has. */
async function factsOf(
  open: OpenContext,
  experiment: Experiment,
  notRun: readonly { what: string; reason: string }[],
  measured: readonly Measured[],
): Promise<Facts<CompareManifest>> {
  const { context, facts, machine } = open;
  const { description: _, ...mongo } = open.mongo;
  const isLeftOut = (key: string) => notRun.some(({ what }) => what === key);
  const hasRound = (key: string) => measured.some(({ round }) => round.key === key);
  const knees = experiment.knees?.() ?? [];
  return {
    machine,
    versions: benchVersions(),
    partial: Object.values(facts).some((one) => !one.ran),
    network: context.network,
    addresses: addressesOf(context.between !== null).description,
    mongo: { ...mongo, writeConcern: askedFor(experiment.contestants) },
    stacks: facts,
    plan: {
      contestants: experiment.contestants,
      comparisons: experiment.comparisons,
      needed: experiment.needed.filter(({ key }) => !isLeftOut(key) || hasRound(key)),
      notRun,
      stopping: experiment.stopping?.() ?? null,
      knees: knees.map(({ trials, ...knee }) => ({
        ...knee,
        trials: trials.map(({ p99_ms: _, ...trial }) => trial),
      })),
      curves: experiment.curves?.() ?? [],
      floor: await floorFor(open, experiment, measured),
    },
  };
}

/** The noise floor that ratios are held against. A control run has found one itself. */
async function floorFor(
  { context, machine }: OpenContext,
  { contestants, comparisons }: Experiment,
  measured: readonly Measured[],
): Promise<Floor | null> {
  const { options, files, network } = context;
  if (options.experiment !== 'control') {
    const control = await newestOf('control', machine, {
      network,
      say: (line) => context.progress.say(line),
    });
    return control && floorOf(control);
  }
  return floorOf({
    folder: path.relative(root, files.path),
    sameMachine: true,
    options: { ...options },
    summary: {
      contestants,
      comparisons: comparisons.flatMap((planned) => compare(planned, measured, options.seed)),
    },
  });
}

/** Whether MongoDB is still there. */
async function answers({ context: { testbed } }: OpenContext): Promise<boolean> {
  return testbed.client
    .db('admin')
    .command({ ping: 1 }, { timeoutMS: 5_000 })
    .then(
      () => true,
      () => false,
    );
}
