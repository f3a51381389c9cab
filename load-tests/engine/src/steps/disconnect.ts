import type { Reconnection } from '@meteor-vs-mean/pubsub-client';
import { Refusal, RunError } from '../failures/error.ts';
import { orAfter } from '../process/or-after.ts';
import type { VirtualUser } from '../users/virtual-user.ts';
import { stepName } from './name.ts';
import { type CompileStep, withOptions } from './step.ts';

/**
 * `disconnect: { for: 5 }`: loses the connection without closing it properly, as in a tunnel, and is back after that time
 * with all subscriptions. The time of the step is what it took to return.
 */
export const compileDisconnect: CompileStep = (spec, where) =>
  withOptions({
    value: spec.disconnect,
    where,
    right: '{ for: 5 }',
    parse: (fields) => ({
      for_s: fields.number('for', 0.001, 'seconds above 0') ?? fields.fail('for', 'seconds above 0'),
    }),
    take: async (user, { for_s }) => {
      await user.client();
      await user.time(stepName(spec, user, 'disconnect'), () => lose(user, for_s));
      user.pace?.plan(1000 * for_s);
    },
  });

/** @returns how many milliseconds it took to return after that time */
async function lose(user: VirtualUser, for_s: number): Promise<number> {
  const client = await user.client();
  const began_ms = performance.now();
  let back: Reconnection | undefined;
  user.isAway = true;
  try {
    const returned = client.cut(1000 * for_s).then((reconnection) => {
      back = reconnection;
    });
    await orAfter(returned, 1000 * for_s + user.timeout_ms);
  } finally {
    user.isAway = false;
  }
  if (back === undefined) {
    const limit_s = user.timeout_ms / 1000;
    throw new RunError(
      'timeout',
      `the connection was not back ${limit_s} s after a loss of ${for_s} s`,
      'app',
    );
  }
  const [failure] = back.failures;
  if (failure !== undefined) throw new Refusal(`subscribe ${failure.name}`, failure.error);
  return performance.now() - began_ms - 1000 * for_s;
}
