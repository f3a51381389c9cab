import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe } from '../src/failures/error.ts';
import { Session } from '../src/run/session.ts';
import type { Context, Helpers, Script } from '../src/script/artillery.ts';
import { parseConfig } from '../src/script/config.ts';
import { needsOf } from '../src/script/needs.ts';
import { compileFlow } from '../src/steps/flow.ts';
import { VirtualUser } from '../src/users/virtual-user.ts';

const folder = dirname(createRequire(import.meta.url).resolve('artillery/package.json'));
const helpers = (await import(
  pathToFileURL(join(folder, 'dist', 'lib', 'commons', 'engine_util.js')).href
)) as Helpers;

/** What became of one virtual user. */
interface Ended {
  error: string | undefined;
  vars: Record<string, unknown>;
}

/**
 * Runs a flow for one virtual user after another, in this process, with Artillery's own templates: a
 * process of Artillery takes seconds to start.
 * @param users the variables of each
 */
export async function runFlow(
  target: string,
  pubsub: Record<string, unknown>,
  flow: unknown[],
  users: Record<string, unknown>[] = [{}],
  processor: Record<string, unknown> = {},
): Promise<Ended[]> {
  const spec = { engine: 'pubsub', flow };
  const script: Script = {
    config: { target, processor, engines: { pubsub: { transport: 'socketio', timeout: 3, ...pubsub } } },
    scenarios: [spec],
  };
  const config = parseConfig(script);
  const steps = compileFlow(spec, script, config);
  const session = new Session(config, helpers, script, { emit: () => true }, needsOf(spec));
  const ended: Ended[] = [];
  for (const vars of users) {
    const context: Context = { vars: { ...vars }, funcs: {} };
    const user = new VirtualUser(session, context);
    const error = await steps(user).catch((failure) => {
      // Ends the writers.
      if (session.needs.publish) session.fail(failure, user.joined);
      return describe(failure).message;
    });
    await user.end();
    ended.push({ error: error ?? undefined, vars: context.vars });
  }
  return ended;
}
