import path from 'node:path';
import {
  type CompareManifest,
  compare,
  type Floor,
  floorOf,
  type Load,
  type Measured,
} from '@meteor-vs-mean/measure/results';
import type { Experiment, Facts, Opening } from '@meteor-vs-mean/measure/run';
import { titleOf } from '@meteor-vs-mean/report';
import { lineOf, root } from '@meteor-vs-mean/testbed/process';
import { assertEnvironments, assertStores } from './contestants/environments.ts';
import { settingOf } from './contestants/setting.ts';
import { addressesIn } from './context/context.ts';
import { benchVersions } from './context/machine.ts';
import { askedFor } from './context/mongo-facts.ts';
import { type Interference, type OpenContext, openContext } from './context/open-context.ts';
import { plans } from './experiments/index.ts';
import type { ExperimentPlan } from './experiments/plan.ts';
import type { PlannedRound } from './experiments/planned-round.ts';
import type { Options } from './options/options.ts';
import { titles } from './options/sizes.ts';
import { newestOf } from './past.ts';
import { runDeliveryRound } from './rounds/delivery-round.ts';
import { runMemoryRound } from './rounds/memory-round.ts';
import { runUsersRound } from './rounds/users-round.ts';
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
): Promise<Experiment<PlannedRound>> {
  const { experiment: asked } = options;
  if (asked === 'accounts') throw new Error('--accounts has an experiment of its own');
  const isCurve = options.experiment === 'curve';
  const isCapacity = options.experiment === 'capacity';
  const isShared = !isCapacity && (isCurve || options.audiences.includes('one'));
  if (isShared && options.scenarios.includes('fan-out')) {
    assertFitsList(options.rate, options.duration_s, isCurve ? options.levels[0] : 1);
  }
  const { scenarios } = options;
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
      const raised = isCurve ? 'live queries' : isCapacity ? 'users' : undefined;
      const level = raised && planned.kind !== 'memory' ? `, ${raised}: ${planned.load.clients}` : '';
      return `${planned.scenario}${held}, ${titleOf(planned.contestant, open.facts)}${level}`;
    },
    contestant: ({ contestant }) => contestant.key,
    measure(planned, number) {
      switch (planned.kind) {
        case 'deliveries':
          return runDeliveryRound(context, number, planned);
        case 'memory':
          return runMemoryRound(context, number, planned);
        case 'users':
          return runUsersRound(context, number, planned);
      }
    },
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
  };
}

/** What the manifest says of a comparison, besides what every manifest has. */
async function factsOf(
  open: OpenContext,
  experiment: ExperimentPlan,
  notRun: readonly { what: string; reason: string }[],
  measured: readonly Measured[],
): Promise<Facts> {
  const { context, facts, machine } = open;
  const { description: _, ...mongo } = open.mongo;
  const isLeftOut = (key: string) => notRun.some(({ what }) => what === key);
  const hasRound = (key: string) => measured.some(({ round }) => round.contestant === key);
  return {
    machine,
    versions: benchVersions(),
    partial: Object.values(facts).some((one) => !one.ran),
    network: context.network,
    addresses: addressesIn(context).description,
    mongo: { ...mongo, writeConcern: askedFor(experiment.contestants) },
    stacks: facts,
    plan: {
      title: titles[context.options.experiment as CompareManifest['experiment']],
      question: '',
      source: null,
      contestants: experiment.contestants,
      loads: loadsOf(experiment, measured),
      figures: [],
      tables: [],
      claims: [],
      comparisons: experiment.comparisons,
      needed: experiment.needed.filter(({ contestant }) => !isLeftOut(contestant) || hasRound(contestant)),
      notRun,
      stopping: experiment.stopping?.() ?? null,
      capacities: experiment.capacities?.() ?? [],
      curves: experiment.curves?.() ?? [],
      floor: await floorFor(open, experiment, measured),
    },
  };
}

/** The scenarios that are planned or were measured, each with its contestants. */
function loadsOf({ contestants, needed }: ExperimentPlan, measured: readonly Measured[]): Load[] {
  const given = [...needed, ...measured.map(({ round }) => round)];
  return [...Map.groupBy(given, ({ load }) => load)].map(([key, those]) => ({
    key,
    title: key,
    contestants: contestants
      .filter((one) => those.some(({ contestant }) => contestant === one.key))
      .map((one) => one.key),
    baseline: null,
  }));
}

/** The noise floor that ratios are compared with. A control run finds its own. */
async function floorFor(
  { context, machine }: OpenContext,
  { contestants, comparisons }: ExperimentPlan,
  measured: readonly Measured[],
): Promise<Floor | null> {
  const { options, files, network } = context;
  if (options.experiment !== 'control') {
    const control = await newestOf('control', machine, {
      network,
      say: (line) => context.progress.say(line),
    });
    if (!control) return null;
    const { plan, comparisons: found } = control.summary;
    return floorOf({ ...control, contestants: plan.contestants, comparisons: found });
  }
  return floorOf({
    folder: path.relative(root, files.path),
    sameMachine: true,
    options: { ...options },
    contestants,
    comparisons: comparisons.flatMap((planned) =>
      compare(planned, { rounds: measured.map(({ round }) => round), figures: [], seed: options.seed }),
    ),
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
