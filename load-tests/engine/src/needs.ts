import type { ScenarioSpec } from './artillery.ts';
import { RunError } from './error.ts';

/** What the flow of a scenario needs of the session. */
export interface Needs {
  /** It has a `publish` step. */
  publish: boolean;
  /** It waits for other threads and processes, or for a sign from outside. */
  meeting: boolean;
  /** It tells its virtual users apart by a number. */
  numbers: boolean;
  /** It has no step that connects. */
  connection: boolean;
}

/** Steps that make a virtual user connect. */
const connecting = ['connect', 'subscribe', 'call', 'publish', 'hold'];

/** @throws RunError for a second `publish`: a run has one schedule */
export function needsOf({ flow }: Pick<ScenarioSpec, 'flow'>): Needs {
  const found = stepsIn(flow);
  const count = (...names: string[]) =>
    found.filter((step) => names.some((name) => Object.hasOwn(step, name))).length;
  if (count('publish') > 1)
    throw new RunError('config', 'a flow can have one publish step: a run has one schedule');
  return {
    publish: count('publish') > 0,
    meeting: count('publish', 'hold') > 0,
    numbers: JSON.stringify(flow)?.includes('$vuNumber') ?? false,
    connection: count(...connecting) === 0,
  };
}

/** The steps of a flow, and those in its loops. */
function stepsIn(flow: unknown): object[] {
  return [flow].flat(2).flatMap((step) => {
    if (step === null || typeof step !== 'object') return [];
    return 'loop' in step ? [step, ...stepsIn(step.loop)] : [step];
  });
}
