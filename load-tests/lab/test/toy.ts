import { inRepeats } from '@meteor-vs-mean/measure/results';
import { checkPlan, findTargets, measureCell, prepareTargets } from '@meteor-vs-mean/measure/run';
import type { Experiment } from '../src/experiment.ts';
import { openTestbed } from '../src/testbed.ts';

/**
 * Plays an experiment once at toy size: every load on every target that runs here, one repeat, without the A/A.
 * @returns the rounds, and the targets that can't be run here
 */
export async function playToy(
  experiment: Experiment,
  { only }: { only?: (load: string, target: string) => boolean } = {},
) {
  const plan = experiment.plan('toy');
  checkPlan(experiment, plan);
  const { signal } = new AbortController();
  const silent = { step() {}, say() {} };
  const targets = await prepareTargets(experiment, await findTargets(experiment), silent, signal);
  const runs = (key: string) => targets.some((target) => target.key === key && target.notRun === null);
  const planned = inRepeats({ ...plan, repeats: 1 }, runs).filter(
    ({ again, load, target }) => !again && (only?.(load.key, target) ?? true),
  );
  const rounds = [];
  for (const [index, one] of planned.entries()) {
    const scene = { size: 'toy' as const, seed: 1, signal };
    rounds.push((await measureCell(one, index + 1, openTestbed, scene)).round);
  }
  return { rounds, notRun: targets.filter(({ notRun }) => notRun !== null) };
}
