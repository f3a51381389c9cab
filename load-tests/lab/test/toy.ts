import { cellsOf, withoutAgain } from '@meteor-vs-mean/measure/results';
import { checkPlan, findTargets, measureSample, prepareTargets } from '@meteor-vs-mean/measure/run';
import type { Experiment } from '../src/experiment.ts';
import { openTestbed } from '../src/testbed.ts';

/**
 * Measures an experiment once at toy size: every load on every target that runs here, without the A/A.
 * @returns the rounds, and the targets that can't be run here
 */
export async function playToy(
  experiment: Experiment,
  { only }: { only?: (load: string, contestant: string) => boolean } = {},
) {
  const plan = experiment.plan('toy');
  checkPlan(experiment, plan);
  const { signal } = new AbortController();
  const silent = { step() {}, say() {} };
  const targets = await prepareTargets(experiment, await findTargets(experiment), silent, signal);
  const runs = (key: string) => targets.some((target) => target.key === key && target.notRun === null);
  const cells = cellsOf(plan.loads, 1, runs).filter(
    ({ load, contestant }) =>
      contestant === withoutAgain(contestant) && (only?.(load.key, contestant) ?? true),
  );
  const rounds = [];
  for (const [index, one] of cells.entries()) {
    const scene = { size: 'toy' as const, seed: 1, signal };
    rounds.push((await measureSample(one, index + 1, openTestbed, scene)).round);
  }
  return { rounds, notRun: targets.filter(({ notRun }) => notRun !== null) };
}
