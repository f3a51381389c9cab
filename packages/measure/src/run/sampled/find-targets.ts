import { abortable, lineOf } from '@meteor-vs-mean/testbed/process';
import type { OtherContestant } from '../../results/index.ts';
import type { Progress } from '../progress.ts';
import type { Target } from './experiment.ts';

/** Asks every target whether it can be run here. */
export async function findTargets({ targets }: { targets: readonly Target[] }): Promise<OtherContestant[]> {
  return Promise.all(
    targets.map(async ({ key, title, find }): Promise<OtherContestant> => {
      const found = await find().catch((error: Error) => ({ notRun: lineOf(error) }));
      return 'versions' in found
        ? { key, title, versions: found.versions, notRun: null }
        : { key, title, versions: {}, notRun: found.notRun };
    }),
  );
}

/**
 * Builds what those that can be run are started from.
 * @returns the same targets; one that couldn't be built is not run, for that reason
 * @throws the signal's reason
 */
export async function prepareTargets(
  { targets }: { targets: readonly Target[] },
  found: readonly OtherContestant[],
  progress: Pick<Progress, 'step' | 'say'>,
  signal: AbortSignal,
): Promise<OtherContestant[]> {
  const prepared: OtherContestant[] = [];
  for (const target of found) {
    const prepare = targets.find(({ key }) => key === target.key)?.prepare;
    if (target.notRun !== null || !prepare) {
      prepared.push(target);
      continue;
    }
    progress.step(`Preparing ${target.title}`);
    const preparing = prepare((line) => progress.say(line));
    prepared.push(
      await abortable(preparing, signal).then(
        (versions) => ({ ...target, versions: { ...target.versions, ...versions } }),
        (error: Error) => {
          signal.throwIfAborted();
          return { ...target, notRun: lineOf(error) };
        },
      ),
    );
  }
  return prepared;
}
