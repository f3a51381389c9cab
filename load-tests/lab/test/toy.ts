import { checkPlan } from '../src/check-plan.ts';
import type { Experiment } from '../src/experiment.ts';
import { findTargets, prepareTargets } from '../src/find.ts';
import { inRepeats } from '../src/plan.ts';
import { playRound } from '../src/rounds.ts';

/** Codes that only say that this machine was busy, as it is while tests run: their rounds' counts must be right all the same. */
export const busy: readonly string[] = [
  'machine-busy',
  'swapping',
  'throttled',
  'cores-stolen',
  'clock-jumped',
  'client-busy',
];

/**
 * Plays an experiment once at toy size: every load on every target that runs here, one repeat, without the A/A.
 * @returns the rounds, without reasons that speak of the machine, and the targets that can't be run here
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
    const round = await playRound(one, index + 1, scene);
    rounds.push({ ...round, reasons: round.reasons.filter(({ code }) => !busy.includes(code)) });
  }
  return { rounds, notRun: targets.filter(({ notRun }) => notRun !== null) };
}
