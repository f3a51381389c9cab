import { isMainThread } from 'node:worker_threads';
import {
  artillery,
  type Callback,
  type Context,
  type Events,
  type Helpers,
  type Scenario,
  type ScenarioSpec,
  type Script,
} from './artillery.ts';
import { parseConfig } from './config.ts';
import { describe, RunError } from './error.ts';
import { assertNode } from './node-version.ts';
import { Session } from './session.ts';
import { compileFlow, needsOf } from './steps/flow.ts';
import { VirtualUser } from './virtual-user.ts';

/**
 * Artillery's engine `pubsub`. Artillery makes one in every worker thread, and in the main thread for `before` and
 * `after`; so nothing happens until a scenario runs.
 */
export class PubSubEngine {
  readonly #script: Script;
  readonly #helpers: Helpers;

  constructor(script: Script, _events: Events, helpers: Helpers) {
    this.#script = script;
    this.#helpers = helpers;
  }

  createScenario(spec: ScenarioSpec, events: Events): Scenario {
    try {
      assertNode();
      refuseOthers(spec, this.#script);
      const flow = compileFlow(spec, this.#script);
      const config = parseConfig(this.#script);
      const session = new Session(config, this.#helpers, this.#script, events, needsOf(spec));
      return (context, callback) => {
        events.emit('started');
        void run(session, flow, context).then(({ failure, isCounted }) => {
          if (failure !== undefined && !isCounted) events.emit('error', describe(failure).code);
          this.#settle(failure, spec, context, callback);
        });
      };
    } catch (error) {
      // Thrown here, it would end Artillery with a stack trace.
      let said = false;
      return (context, callback) => {
        events.emit('started');
        if (!said) console.log(`pubsub: ${describe(error).message}`);
        said = true;
        artillery().suggestedExitCode = 1;
        events.emit('error', describe(error).code);
        this.#settle(error, spec, context, callback);
      };
    }
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
    // `before` or `after`: an error handed to Artillery there would end it with a stack trace.
    artillery().suggestedExitCode = 1;
    const { shutdown } = artillery();
    if (spec === this.#script.after || shutdown === undefined) callback(null, context);
    else shutdown({ exitCode: 1 });
  }
}

/** Weights are drawn at random, so the number of subscribers would be: a run that measures has one scenario. */
function refuseOthers(spec: ScenarioSpec, { scenarios }: Script): void {
  const count = Array.isArray(scenarios) ? scenarios.length : 1;
  if (
    count < 2 ||
    !scenarios?.includes(spec) ||
    !(scenarios as ScenarioSpec[]).some((one) => needsOf(one).publish)
  )
    return;
  throw new RunError(
    'config',
    `there are ${count} scenarios, one of them with a publish step: keep that one, since all subscribers of a run follow one flow`,
  );
}

/** @returns the error that ended it, or undefined; and whether Artillery has counted it */
async function run(
  session: Session,
  flow: (user: VirtualUser) => Promise<void>,
  context: Context,
): Promise<{ failure: unknown; isCounted: boolean }> {
  let user: VirtualUser | undefined;
  let failure: unknown;
  let isCounted = false;
  try {
    if (session.needs.meeting) void session.meeting;
    user = new VirtualUser(session, context);
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
  return { failure, isCounted };
}
