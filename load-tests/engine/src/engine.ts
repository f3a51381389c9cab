import { isMainThread } from 'node:worker_threads';
import { describe } from './failures/error.ts';
import type { Report } from './journey/metrics.ts';
import { assertNode } from './process/node-version.ts';
import { say } from './process/say.ts';
import { endRun } from './run/ending.ts';
import { Session } from './run/session.ts';
import {
  artillery,
  type Callback,
  type Context,
  type Events,
  type Helpers,
  type Scenario,
  type ScenarioSpec,
  type Script,
} from './script/artillery.ts';
import { parseConfig } from './script/config.ts';
import { needsOf } from './script/needs.ts';
import { assertScript, fileOf, flowOf, runnable } from './script/script.ts';
import { compileFlow } from './steps/flow.ts';
import { forProcessor } from './users/processor-tools.ts';
import { VirtualUser } from './users/virtual-user.ts';

/** What this thread has refused: the main thread has an engine for `before` and one for `after`. */
const refusals = new Set<string>();

/**
 * Artillery's engine `pubsub`. Artillery makes one in every worker thread, and one in the main thread for `before` and
 * `after`. So the engine does nothing until a scenario runs.
 */
export class PubSubEngine {
  readonly #script: Script;
  readonly #helpers: Helpers;
  readonly #sessions: Session[] = [];

  constructor(script: Script, events: Events, helpers: Helpers) {
    this.#script = script;
    this.#helpers = helpers;
    // The runner of a thread says it when its last virtual user has ended.
    if (!isMainThread) events.on?.('done', (report) => endRun(this.#sessions, script, report as Report));
  }

  createScenario(spec: ScenarioSpec, events: Events): Scenario {
    try {
      return this.#compile(spec, events);
    } catch (error) {
      // Thrown here, it would end Artillery with a stack trace.
      return (context, callback) => {
        events.emit('started');
        this.#refuse(`${fileOf(this.#script)}${describe(error).message}`);
        events.emit('error', describe(error).code);
        this.#settle(error, spec, context, callback);
      };
    }
  }

  /** @throws RunError for a script that can't work: before a virtual user connects */
  #compile(spec: ScenarioSpec, events: Events): Scenario {
    const script = this.#script;
    assertNode();
    assertScript(spec, script);
    const isHook = spec === script.before || spec === script.after;
    if (!isHook && !runnable(script).includes(spec)) return (context, callback) => callback(null, context);
    const config = parseConfig(script);
    const flow = compileFlow(spec, script, config, flowOf(spec, script));
    const needs = needsOf(spec);
    const session = new Session(config, this.#helpers, script, events, needs);
    this.#sessions.push(session);
    const connectsFirst = needs.connection && !isHook;
    const all = async (user: VirtualUser) => {
      if (connectsFirst) await user.client();
      await flow(user);
    };
    return (context, callback) => {
      events.emit('started');
      void run(session, all, context).then(({ failure, isCounted }) => {
        if (failure !== undefined && !isCounted) events.emit('error', describe(failure).code);
        this.#settle(failure, spec, context, callback);
      });
    };
  }

  /** Only one thread prints it, because all threads find the same. */
  #refuse(message: string): void {
    artillery().suggestedExitCode = 1;
    if (refusals.has(message)) return;
    refusals.add(message);
    if (isMainThread || Number(this.#script.config.phases?.[0]?.worker ?? 1) === 1) say(`pubsub: ${message}`);
  }

  #settle(error: unknown, spec: ScenarioSpec, context: Context, callback: Callback): void {
    if (error === undefined) {
      callback(null, context);
      return;
    }
    if (!isMainThread) {
      callback(error, context);
      return;
    }
    // In `before` or `after`, an error would end Artillery with a stack trace.
    artillery().suggestedExitCode = 1;
    const { shutdown } = artillery();
    if (spec === this.#script.after || shutdown === undefined) callback(null, context);
    else shutdown({ exitCode: 1 });
  }
}

/** @returns the error that ended it, or undefined; and whether Artillery has counted it */
async function run(
  session: Session,
  flow: (user: VirtualUser) => Promise<void>,
  context: Context,
): Promise<{ failure: unknown; isCounted: boolean }> {
  let user: VirtualUser | undefined;
  let failure: unknown;
  session.users.arrived++;
  let isCounted = false;
  try {
    if (session.needs.meeting) void session.meeting;
    void session.journey;
    user = new VirtualUser(session, context);
    context.pubsub = forProcessor(user);
    await flow(user);
  } catch (error) {
    failure = error ?? new Error('a step failed');
    isCounted = user?.hasCounted(failure) ?? false;
    session.fail(failure, user?.joined === true);
  }
  try {
    await user?.end();
  } catch (error) {
    failure ??= error;
  }
  if (failure === undefined) session.users.completed++;
  return { failure, isCounted };
}
