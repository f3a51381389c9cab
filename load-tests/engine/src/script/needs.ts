import { RunError } from '../failures/error.ts';
import type { ScenarioSpec } from './artillery.ts';

/** What the flow of a scenario needs from the session. */
export interface Needs {
  /** It has a `publish` step. */
  publish: boolean;
  /** It waits for other threads and processes, or for the file `release`. */
  meeting: boolean;
  /** Its users write into audiences that others follow. */
  journey: boolean;
  /** It tells its virtual users apart by a number. */
  numbers: boolean;
  /** It has no step that talks to the app. */
  connection: boolean;
  /** It has a step that waits for an event. */
  receives: boolean;
}

/** Steps that talk to the app: what needs a connection makes one. */
const talking = ['connect', 'disconnect', 'subscribe', 'call', 'wait', 'get', 'post', 'publish', 'hold'];

/** @throws RunError for a second `publish`: a run has one schedule; for one in a journey, which has many writers */
export function needsOf({ flow }: Pick<ScenarioSpec, 'flow'>): Needs {
  const found = stepsIn(flow);
  const count = (...names: string[]) =>
    found.filter((step) => names.some((name) => Object.hasOwn(step, name))).length;
  if (count('publish') > 1)
    throw new RunError('config', 'a flow can have one publish step: a run has one schedule');
  const publish = count('publish') > 0;
  const journey = found.some(
    ({ call, subscribe }) =>
      Object.hasOwn(Object(call), 'owes') || Object.hasOwn(Object(subscribe), 'follows'),
  );
  if (publish && journey) {
    throw new RunError(
      'config',
      'a flow with publish can have no owes and no follows: its subscribers follow one schedule',
    );
  }
  const numbers = JSON.stringify(flow)?.includes('$vuNumber') ?? false;
  return {
    publish,
    journey,
    meeting: publish || journey || numbers || count('hold') > 0,
    numbers,
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
