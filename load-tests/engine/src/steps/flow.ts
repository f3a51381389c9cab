import { RunError } from '../failures/error.ts';
import type { ScenarioSpec, Script } from '../script/artillery.ts';
import type { Config } from '../script/config.ts';
import { needsOf } from '../script/needs.ts';
import { assertTemplates, Unset } from '../script/template.ts';
import { compileCall } from './call.ts';
import { compileConnect } from './connect.ts';
import { compileDisconnect } from './disconnect.ts';
import { compileFunction } from './function.ts';
import { compileHold } from './hold.ts';
import { compileHttp } from './http.ts';
import { compileLoop } from './loop.ts';
import { compilePublish } from './publish.ts';
import type { CompileStep, Setting, Step } from './step.ts';
import { compileSubscribe, compileUnsubscribe } from './subscribe.ts';
import { compileThink } from './think.ts';
import { compileWait } from './wait.ts';

interface StepKind {
  compile: CompileStep;
  /** What may be next to the step's own key, besides `ifTrue`. */
  words: readonly string[];
}

/** A step that talks to the app. */
const withName = (compile: CompileStep): StepKind => ({ compile, words: ['name'] });

const kinds: Record<string, StepKind> = {
  connect: withName(compileConnect),
  disconnect: withName(compileDisconnect),
  subscribe: withName(compileSubscribe),
  unsubscribe: withName(compileUnsubscribe),
  call: withName(compileCall),
  wait: withName(compileWait),
  get: withName(compileHttp),
  post: withName(compileHttp),
  publish: withName((spec, where, setting) => compilePublish(spec, where, setting, compileSteps)),
  hold: withName(compileHold),
  think: { compile: compileThink, words: ['jitter'] },
  loop: {
    compile: (spec, where, setting) => compileLoop(spec, where, setting, compileSteps),
    words: ['count', 'over', 'whileTrue', 'loopValue', 'loopElement'],
  },
  function: { compile: compileFunction, words: [] },
  log: {
    compile: (spec, where) => {
      assertTemplates(spec.log, where);
      return async (user) => console.log(user.template(spec.log));
    },
    words: [],
  },
};

/** Steps of Artillery's engine for Socket.io, and the steps of this engine for the same. */
const elsewhere: Record<string, string> = {
  emit: ': call: { name, params } sends an event, with ack: false if the app answers nothing',
  response: ': it belongs in call, or use wait',
  acknowledge: ': call has match and capture',
  namespace: ': it belongs in the step, in connect or in config.engines.pubsub',
};

/**
 * A whole scenario: its hooks, and its flow between them.
 * @param where the place of the flow, e.g. `flow` or `before.flow`
 */
export function compileFlow(spec: ScenarioSpec, script: Script, config: Config, where = 'flow'): Step {
  const setting: Setting = { script, config, needs: needsOf(spec), hasPublished: false };
  if (setting.needs.journey && config.rendezvous !== undefined) {
    throw new RunError(
      'config',
      'config.engines.pubsub.rendezvous should be absent with owes or follows: a journey is on one machine, by its clock',
    );
  }
  const hooks = (hook: 'beforeScenario' | 'afterScenario') =>
    [spec[hook] ?? []].flat().map((name) => compileFunction({ function: name }, hook, setting));
  const before = hooks('beforeScenario');
  const flow = compileSteps(spec.flow, where, setting);
  return inOrder([...before, flow, ...hooks('afterScenario')]);
}

/** Runs steps in their order; skips a step whose `ifTrue` is false. */
function compileSteps(flow: unknown, where: string, setting: Setting): Step {
  if (!Array.isArray(flow)) throw new RunError('config', `${where} should be a list of steps`);
  return inOrder(flow.flat().map((spec, i) => compileStep(spec, `${where}[${i}]`, setting)));
}

function compileStep(spec: unknown, item: string, setting: Setting): Step {
  const known = Object.keys(kinds).join(', ');
  if (spec === null || typeof spec !== 'object') {
    throw new RunError('config', `${item} should be a step (${known}), not ${JSON.stringify(spec)}`);
  }
  const [name, second] = Object.keys(spec).filter((key) => key in kinds);
  if (name === undefined) {
    const [first = ''] = Object.keys(spec).filter((key) => key !== 'name' && key !== 'ifTrue');
    throw new RunError(
      'config',
      `${item}.${first} is not a step${elsewhere[first] ?? ''}; steps are ${known}`,
    );
  }
  if (second !== undefined) {
    throw new RunError('config', `${item} has two steps, ${name} and ${second}: each needs its own item`);
  }
  const where = `${item}.${name}`;
  const { compile, words } = kinds[name] as StepKind;
  assertWords(spec, item, name, words);
  const step = placed(compile(spec as Record<string, unknown>, where, setting), where);
  const condition = (spec as { ifTrue?: unknown }).ifTrue;
  if (condition === undefined) return step;
  // Artillery's engines take an expression. Here it would be a text, which is always true.
  if (typeof condition === 'string' && !/^\s*(\{\{[^{}]*\}\}|true|false)\s*$/.test(condition)) {
    throw new RunError(
      'config',
      `${item}.ifTrue should be "{{ variable }}", not ${JSON.stringify(condition)}: a function of the processor can set one`,
    );
  }
  assertTemplates(condition, `${item}.ifTrue`);
  return async (user) => {
    // Unlike elsewhere, a variable that isn't set is false.
    const value = user.session.helpers.template(condition, user.context);
    if (value && value !== 'false' && value !== '0') await step(user);
  };
}

/** Refuses other keys next to the step's key. */
function assertWords(spec: object, item: string, name: string, words: readonly string[]): void {
  const stray = Object.keys(spec).find((key) => key !== name && key !== 'ifTrue' && !words.includes(key));
  if (stray === undefined) return;
  const allowed = ['ifTrue', ...words].join(', ');
  throw new RunError(
    'config',
    `${item}.${stray} is not known next to ${name}${elsewhere[stray] ?? ''}; known there are ${allowed}; ` +
      `options of the step belong in ${item}.${name}`,
  );
}

/** Adds the place of the step to the message about an unset variable. */
function placed(step: Step, where: string): Step {
  return async (user) => {
    try {
      await step(user);
    } catch (error) {
      throw error instanceof Unset ? new RunError(error.code, `${where}: ${error.message}`) : error;
    }
  };
}

function inOrder(list: Step[]): Step {
  return async (user) => {
    for (const step of list) await step(user);
  };
}
