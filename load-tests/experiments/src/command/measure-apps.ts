import type { GridKind, GridManifest, GridSummary, Size } from '@meteor-vs-mean/measure/results';
import {
  type GridExperiment,
  type Measuring,
  type MeasuringOptions,
  measureAlone,
  measuringOptions,
  type Opening,
  openGrid,
} from '@meteor-vs-mean/measure/run';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { addressesOf, assertNeutral } from '@meteor-vs-mean/testbed/apps';
import { asTyped, flag, OptionError, value, wholeFrom } from '@meteor-vs-mean/testbed/process';
import { installOption, type StackName } from '@meteor-vs-mean/testbed/stacks';
import { openRound, type RoundTestbed } from './round-testbed.ts';
import { AppTargets } from './targets.ts';

/** Options of each command that measures the apps in a grid. */
export const appsOptions = {
  quick: flag('two repeats, without intervals: what is done if no size is named'),
  full: flag('six repeats of more each, with intervals: a run to be quoted'),
  repeats: value('<number>', 'of everything, in place of the size’s own', wholeFrom(1, 1000)),
  install: installOption,
  ...measuringOptions,
};

type Values = { readonly [Name in keyof typeof appsOptions]: ReturnType<(typeof appsOptions)[Name]['read']> };

/** What a run of such a command was asked to do. */
export interface AppsRunOptions extends MeasuringOptions {
  /** Undefined: the size's own. */
  readonly repeats: number | undefined;
  readonly install: boolean | undefined;
  /** Clicks of a round, where the command has them; undefined: the size's own. */
  readonly count: number | undefined;
  /** Where the command can measure other stacks than the two apps; undefined: those. */
  readonly stacks?: readonly StackName[] | undefined;
  /** Where a command can measure a part of what it does; undefined: all. */
  readonly parts?: readonly string[] | undefined;
}

/** Options that only some of these commands have. */
type OwnValues = Partial<Pick<AppsRunOptions, 'count' | 'stacks' | 'parts'>>;

type AppsMeasuring = Pick<Measuring<never, never, GridManifest, GridSummary>, 'table' | 'draw'>;

/** A command that measures the apps: the one experiment of its kind. */
export interface AppsCommand extends AppsMeasuring {
  /** `npm run breaks` */
  typed: string;
  kind: GridKind;
  needsBrowser: boolean;
  experiment(targets: AppTargets, options: AppsRunOptions): GridExperiment<RoundTestbed>;
}

/**
 * Measures what was asked for.
 * @returns the exit status
 * @throws OptionError; one line if something is missing that it can't do without
 */
export async function measureApps(
  { typed, kind, needsBrowser, experiment, table, draw }: AppsCommand,
  given: { values: Values & OwnValues },
): Promise<number> {
  const options = optionsFrom(given.values);
  const { size, seed, out } = options;
  const command = asTyped(typed, process.argv.slice(2));
  return measureAlone(
    {
      order: { kind, experiment: kind, size, seed, command, options, out },
      open: (opening) => openApps((targets) => experiment(targets, options), options, needsBrowser, opening),
      table,
      draw,
    },
    options,
  );
}

/**
 * Opens an experiment with the apps as that of a run.
 * @throws what is missing, and what to do
 */
export async function openApps(
  experiment: (targets: AppTargets) => GridExperiment<RoundTestbed>,
  options: Pick<AppsRunOptions, 'size' | 'seed' | 'repeats' | 'install'>,
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
  return openGrid(planned, (scene) => openRound(testbed, scene), options, testbed.versions, opening);
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
