import { RunError } from '../failures/error.ts';
import type { ScenarioSpec } from './artillery.ts';

/** What the flow of a scenario needs from the session. */
export interface Needs {
  /** It has a `publish` step. */
  publish: boolean;
  /** It waits for other threads and processes, or for the file `release`. */
  meeting: boolean;
  /** It tells its virtual users apart by a number. */
  numbers: boolean;
  /** It has no step that talks to the app. */
  connection: boolean;
  /** It has a step that waits for an event. */
  receives: boolean;
}

/** Steps that talk to the app: what needs a connection makes one. */
const talking = ['connect', 'subscribe', 'call', 'wait', 'get', 'post', 'publish', 'hold'];

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
    connection: count(...talking) === 0,
    receives: receives(flow),
  };
}

/** @returns whether a step of the flow waits for an event; then virtual users keep the events that come */
export function receives(flow: unknown): boolean {
  return stepsIn(flow).some(
    ({ wait, call }) => wait !== undefined || Object.hasOwn(Object(call), 'response'),
  );
}

/** The steps of a flow, with those in its loops. */
export function stepsIn(flow: unknown): Record<string, unknown>[] {
  return [flow].flat(2).flatMap((step) => {
    if (step === null || typeof step !== 'object') return [];
    const one = step as Record<string, unknown>;
    return 'loop' in one ? [one, ...stepsIn(one.loop)] : [one];
  });
}
