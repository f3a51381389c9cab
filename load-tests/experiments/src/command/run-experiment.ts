import type { Size } from '@meteor-vs-mean/measure/results';
import {
  type MeasuringOptions,
  measureAlone,
  measuringOptions,
  type Opening,
  openSampled,
  type SampledExperiment,
} from '@meteor-vs-mean/measure/run';
import { table, writeReport } from '@meteor-vs-mean/report';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { addressesOf, assertNeutral } from '@meteor-vs-mean/testbed/apps';
import {
  asTyped,
  flag,
  nameFrom,
  OptionError,
  type OptionMap,
  runCommand,
  value,
  wholeFrom,
} from '@meteor-vs-mean/testbed/process';
import { apps, installOption, type StackName } from '@meteor-vs-mean/testbed/stacks';
import { openRound, type RoundTestbed } from './round-testbed.ts';
import { AppTargets } from './targets.ts';

/** Options of every experiment with the apps. */
const appsOptions = {
  quick: flag('two pairs, without intervals; the default size'),
  full: flag('six pairs of more each, with intervals: a run to be quoted'),
  repeats: value('<number>', 'how many pairs, in place of the size’s own', wholeFrom(1, 1000)),
  install: installOption,
  ...measuringOptions,
};

type Values = { readonly [Name in keyof typeof appsOptions]: ReturnType<(typeof appsOptions)[Name]['read']> };

/** What a run of an experiment was asked to do. */
export interface AppsRunOptions extends MeasuringOptions {
  /** Undefined: the size's own. */
  readonly repeats: number | undefined;
  readonly install: boolean | undefined;
  /** Clicks of a round, where the command has them; undefined: the size's own. */
  readonly count: number | undefined;
  /** Where the command can measure other stacks than the two apps; undefined: those. */
  readonly stacks?: readonly StackName[] | undefined;
  /** Where the command can measure a part of its experiment; undefined: all. */
  readonly parts?: readonly string[] | undefined;
}

/** Options that only some of these commands have. */
type OwnValues = Partial<Pick<AppsRunOptions, 'count' | 'stacks' | 'parts'>>;

/** The default export of an experiment's plan.ts. */
export interface AppsExperiment {
  /** For `--help`: what it measures. */
  readonly about: string;
  /** Options of its own: of `count`, `stacks` and `parts`. */
  readonly options?: OptionMap;
  /** Its own script; default: `npm run experiment -- <name>`. */
  readonly typed?: string;
  /** True if words name the stacks, as in `npm run attack -- mean`. */
  readonly takesStacks?: boolean;
  /** Whether its rounds open pages in a Chromium. */
  readonly needsBrowser?: boolean;
  plan(targets: AppTargets, options: AppsRunOptions): SampledExperiment<RoundTestbed>;
}

/**
 * Runs an experiment as a command: reads its options, measures, prints its table and draws its report.
 * @param name of its folder
 */
export function runExperiment(name: string, experiment: AppsExperiment): Promise<void> {
  const { about, options: own = {}, takesStacks = false, needsBrowser = false, plan } = experiment;
  const { typed = `npm run experiment -- ${name}` } = experiment;
  const words = takesStacks ? { words: `[${apps.map((app) => app.name).join('|')}]` } : {};
  return runCommand({ name, typed, about, ...words, options: { ...own, ...appsOptions } }, async (given) => {
    const stacks = given.words.map(nameFrom(apps.map((app) => app.name)));
    const values = { ...given.values, ...(stacks.length > 0 ? { stacks } : {}) } as Values & OwnValues;
    const options = optionsFrom(values);
    const { size, seed, out, repeats: pairs, install } = options;
    const command = asTyped(typed, process.argv.slice(2));
    const asked = { size, seed, pairs, install };
    return measureAlone(
      {
        order: { kind: 'experiment', experiment: name, size, seed, command, options, out },
        open: (opening) => openApps((targets) => plan(targets, options), asked, needsBrowser, opening),
        table,
        draw: writeReport,
      },
      options,
    );
  });
}

/** What an experiment with the apps is opened with. */
interface OpenOptions extends Pick<AppsRunOptions, 'size' | 'seed' | 'install'> {
  /** Undefined: the size's own. */
  readonly pairs: number | undefined;
}

/**
 * Opens an experiment with the apps as that of a run.
 * @throws what is missing, and what to do
 */
export async function openApps(
  experiment: (targets: AppTargets) => SampledExperiment<RoundTestbed>,
  options: OpenOptions,
  needsBrowser: boolean,
  opening: Opening,
) {
  const { id, progress, signal, cleanUp } = opening;
  progress.step('Starting MongoDB');
  const log = (line: string): void => progress.say(line);
  const testbed = cleanUp.use(await openTestbed({ signal, log, name: id, env: addressesOf(false).env }));
  progress.say(testbed.mongo.description);
  assertNeutral(testbed.mongo.url);
  if (needsBrowser) await testbed.browser();
  const planned = experiment(new AppTargets(options.install));
  return openSampled(planned, (scene) => openRound(testbed, scene), options, testbed.versions, opening);
}

function optionsFrom(values: Values & OwnValues): AppsRunOptions {
  const { repeats, install, count, stacks, parts, seed, out, json } = values;
  return { size: sizeOf(values), repeats, install, count, stacks, parts, seed, out, json };
}

function sizeOf({ toy, quick, full }: Pick<Values, 'toy' | 'quick' | 'full'>): Size {
  if ([toy, quick, full].filter(Boolean).length > 1) {
    throw new OptionError('--toy, --quick and --full exclude each other: give one of them');
  }
  return toy ? 'toy' : full ? 'full' : 'quick';
}
