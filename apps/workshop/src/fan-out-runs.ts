import { type ResultsFolder, runsIn } from '@meteor-vs-mean/results';

/** Of exercise 3, fewest first. */
export const subscribers = [10, 100, 500] as const;
/** One way, in milliseconds: of exercise 5, which takes the middle number of subscribers. */
export const slowNetwork_ms = 100;

/**
 * The newest run of a folder that was typed with this many subscribers, and with a slow network or without. What was
 * typed counts: a toy run has fewer.
 */
export async function newestRun(
  results: string,
  clients: number,
  isSlow: boolean,
): Promise<ResultsFolder | undefined> {
  return (await runsIn(results)).findLast(({ manifest: { command } }) => {
    const asked = /--clients[ =](\d+)/.exec(command)?.[1];
    return asked === String(clients) && command.includes('--latency') === isSlow;
  });
}

/** In milliseconds, of a stack as it comes in a run's fan-out, all subscribers in one list; undefined if it didn't run, null if it lies beyond the drain. */
export function p50Of({ summary }: ResultsFolder, stack: string): number | null | undefined {
  return summary.contestants.find((one) => one.key === stack && one.scenario === 'fan-out')?.latency?.p50_ms;
}

/** Meteor over MEAN, geometric mean of the pairs; null without both stacks. */
export function ratioOf({ summary }: ResultsFolder, figure = 'p50_ms'): number | null {
  const comparison = summary.comparisons.find(({ scenario }) => scenario === 'fan-out');
  return comparison?.figures[figure]?.mean ?? null;
}
