import {
  type Audience,
  audienceOf,
  type CompareFolder,
  type CompareSummary,
  keyWithoutAudience,
  runsIn,
} from '@meteor-vs-mean/measure/results';
import type { Prediction } from './notes.ts';

/** A number that is predicted and then measured: a ratio of Meteor over MEAN. */
export interface Question {
  /** The prediction that includes it, and its key there. */
  readonly of: Prediction['of'];
  readonly key: string;
  /** The title of its row. */
  readonly title: string;
  /** The figure's name in a summary. */
  readonly figure: 'p50_ms' | 'appCpu_ms_per_write';
  readonly clients: number;
  readonly audience: Audience;
  /** Over the slow network of exercise 5. */
  readonly isSlow: boolean;
}

/** Subscribers in all measurements of the workshop. */
export const clients = 100;
/** One-way latency in milliseconds, for exercise 5. */
export const slowNetwork_ms = 100;

/** All questions of the workshop, in order. */
export const questions: readonly Question[] = [
  ...(['one', 'own'] as const).map(
    (audience): Question => ({
      of: 'audience',
      key: audience === 'one' ? 'shared' : 'private',
      title: `CPU per write, ${audience === 'one' ? 'one shared list' : 'private lists'}`,
      figure: 'appCpu_ms_per_write',
      clients,
      audience,
      isSlow: false,
    }),
  ),
  {
    of: 'latency',
    key: String(clients),
    title: `p50 over ${slowNetwork_ms} ms of network`,
    figure: 'p50_ms',
    clients,
    audience: 'one',
    isSlow: true,
  },
];

/** The questions of one prediction. */
export const questionsOf = (of: Prediction['of']): readonly Question[] =>
  questions.filter((one) => one.of === of);

/** The exercises that measure, each with the options of `npm run compare`. */
export const measurements: Readonly<Record<number, readonly string[]>> = {
  3: optionsOf('one,own'),
  5: [...optionsOf('one'), '--latency', `${slowNetwork_ms}ms`],
};

function optionsOf(audience: string): string[] {
  const load = ['--clients', String(clients), '--rate', '8', '--rounds', '2'];
  return ['--scenarios', 'fan-out', '--audience', audience, ...load];
}

/** What a pair types to answer a question. */
export const commandFor = ({ isSlow }: Pick<Question, 'isSlow'>): string =>
  `npm run workshop:measure -- ${isSlow ? 5 : 3}`;

/**
 * The newest run for each kind of question. It goes by the typed options, because a toy run has fewer subscribers.
 * @param say gets each run that fails verification
 */
export async function workshopRuns(results: string, say?: (line: string) => void): Promise<CompareFolder[]> {
  const runs = await runsIn(results, say);
  const newest = questions.map((question) => runs.findLast((run) => isOf(run, question)));
  return [...new Set(newest)].filter((run) => run !== undefined);
}

/** Whether a prediction was written down after one of these runs had begun. */
export function isLate({ at }: Prediction, runs: readonly CompareFolder[]): boolean {
  return runs.some(({ manifest }) => manifest.started < at);
}

/** Whether a run has this many subscribers, this network, and an app in its default configuration, for the audience. */
export function isOf(
  { manifest, summary }: Pick<CompareFolder, 'manifest' | 'summary'>,
  { clients, isSlow, audience }: Pick<Question, 'clients' | 'isSlow' | 'audience'>,
): boolean {
  const { command, network } = manifest;
  const asked = /--clients[ =](\d+)/.exec(command)?.[1];
  return (
    asked === String(clients) &&
    network.latency_ms === (isSlow ? slowNetwork_ms : 0) &&
    appsIn(summary, audience).length > 0
  );
}

/** The apps in their default configuration, without others that a run measured: baselines, other modes, another checkout. */
export function appsIn({ results }: Pick<CompareSummary, 'results'>, audience: Audience) {
  return results.filter(
    (one) =>
      one.load === 'fan-out' &&
      audienceOf(one) === audience &&
      ['meteor', 'mean'].includes(keyWithoutAudience(one.key)),
  );
}

/** Meteor over MEAN, geometric mean of the pairs; null without both apps. */
export function ratioOf(
  { summary }: Pick<CompareFolder, 'summary'>,
  { figure, audience }: Pick<Question, 'figure' | 'audience'>,
) {
  const keys = appsIn(summary, audience).map(({ key }) => key);
  const found = summary.comparisons.find(
    ({ load, a, b }) => load === 'fan-out' && keys.includes(a) && keys.includes(b),
  );
  const ratio = found?.figures[figure]?.mean;
  if (found === undefined || ratio === undefined) return null;
  return keyWithoutAudience(found.a) === 'meteor' ? ratio : 1 / ratio;
}
