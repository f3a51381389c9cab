import type { ScenarioSpec, Script } from '../artillery.ts';
import { RunError } from '../error.ts';
import { receives } from '../receives.ts';
import type { Needs } from '../session.ts';
import { compileCall } from './call.ts';
import { compileConnect } from './connect.ts';
import { compileFunction } from './function.ts';
import { compileHold } from './hold.ts';
import { compileHttp } from './http.ts';
import { compileLoop } from './loop.ts';
import { compilePublish } from './publish.ts';
import type { CompileStep, Step } from './step.ts';
import { compileSubscribe, compileUnsubscribe } from './subscribe.ts';
import { compileWait } from './wait.ts';

const steps: Record<string, CompileStep> = {
  connect: compileConnect,
  subscribe: compileSubscribe,
  unsubscribe: compileUnsubscribe,
  call: compileCall,
  wait: compileWait,
  get: compileHttp,
  post: compileHttp,
  publish: (spec, where, script) => compilePublish(spec, where, script, compileSteps),
  hold: compileHold,
  /** Artillery's own, with its jitter: `think: 2`, `think: 0.2`, `think: "50ms"`. */
  think: (spec, _where, script) => (user) =>
    new Promise((resolve, reject) => {
      const think = user.session.helpers.createThink(
        inMilliseconds(spec),
        script.config.defaults?.think ?? {},
      );
      think(user.context, (error) => (error ? reject(error) : resolve()));
    }),
  loop: (spec, where, script) => compileLoop(spec, where, script, compileSteps),
  function: compileFunction,
  /** `log: "{{ text }}"` */
  log: (spec) => async (user) => console.log(user.template(spec.log)),
};

/** Artillery takes a fraction of a second for milliseconds. */
function inMilliseconds(spec: Parameters<CompileStep>[0]): Parameters<CompileStep>[0] {
  const { think } = spec;
  return typeof think === 'number' && !Number.isInteger(think)
    ? { ...spec, think: `${1000 * think}ms` }
    : spec;
}

/** A whole scenario: its hooks, and its flow between them. */
export function compileFlow(spec: ScenarioSpec, script: Script): Step {
  const hooks = (names: string | string[] | undefined) =>
    [names ?? []].flat().map((name) => compileFunction({ function: name }, 'scenarios', script));
  const flow = compileSteps(spec.flow, 'flow', script);
  const all = [...hooks(spec.beforeScenario), flow, ...hooks(spec.afterScenario)];
  return inOrder(all);
}

/** Steps in their order, each only `ifTrue`. */
function compileSteps(flow: unknown, where: string, script: Script): Step {
  if (!Array.isArray(flow)) throw new RunError('config', `${where} should be a list of steps`);
  return inOrder(flow.flat().map((spec, i) => compileStep(spec, `${where}[${i}]`, script)));
}

function compileStep(spec: unknown, where: string, script: Script): Step {
  const known = Object.keys(steps).join(', ');
  if (spec === null || typeof spec !== 'object') {
    throw new RunError('config', `${where} should be a step (${known}), not ${JSON.stringify(spec)}`);
  }
  const name = Object.keys(spec).find((key) => key in steps);
  if (name === undefined) {
    throw new RunError('config', `${where}.${Object.keys(spec)[0]} is not a step; steps are ${known}`);
  }
  const step = (steps[name] as CompileStep)(spec as Record<string, unknown>, `${where}.${name}`, script);
  const condition = (spec as { ifTrue?: unknown }).ifTrue;
  if (condition === undefined) return step;
  // Artillery's own engines take an expression. As text it would always be true.
  if (typeof condition === 'string' && !/^\s*(\{\{[^{}]*\}\}|true|false)\s*$/.test(condition)) {
    throw new RunError(
      'config',
      `${where}.ifTrue should be "{{ variable }}", not ${JSON.stringify(condition)}: a function of the processor can set one`,
    );
  }
  return async (user) => {
    const value = user.template(condition);
    if (value && value !== 'false' && value !== '0') await step(user);
  };
}

function inOrder(list: Step[]): Step {
  return async (user) => {
    for (const step of list) await step(user);
  };
}

/** @throws RunError for a second `publish`: a run has one schedule */
export function needsOf(spec: ScenarioSpec): Needs {
  const found = { publish: 0, hold: 0 };
  const look = (flow: unknown): void => {
    for (const step of [flow].flat(2)) {
      if (step === null || typeof step !== 'object') continue;
      if ('publish' in step) found.publish++;
      if ('hold' in step) found.hold++;
      if ('loop' in step) look(step.loop);
    }
  };
  look(spec.flow);
  if (found.publish > 1)
    throw new RunError('config', 'a flow can have one publish step: a run has one schedule');
  return {
    publish: found.publish > 0,
    meeting: found.publish + found.hold > 0,
    numbers: JSON.stringify(spec.flow)?.includes('$vuNumber') ?? false,
    receives: receives(spec.flow),
  };
}
