import type { Change } from '@meteor-vs-mean/pubsub-client';
import { eventMismatch, takeFromEvent } from '../event-takes.ts';
import { Fields } from '../fields.ts';
import { nameOf } from '../pushes.ts';
import type { Arrival, Wanted } from '../received.ts';
import { assertTakes } from '../take.ts';
import type { VirtualUser } from '../virtual-user.ts';
import { stepName } from './name.ts';
import type { CompileStep } from './step.ts';

/** What to wait for: of the step `wait`, and of `response` in a call. */
export interface WaitOptions {
  wanted: Wanted;
  timeout_ms: number | undefined;
}

/** `capture` and `match` are left to `takeAwaited`: their variables may be set by then. */
export function parseWait(fields: Fields): WaitOptions {
  const wanted: Wanted = {};
  for (const name of ['event', 'collection', 'namespace'] as const) {
    const value = fields.text(name);
    if (value !== undefined) wanted[name] = value;
  }
  if (wanted.event === undefined && wanted.collection === undefined) {
    fields.fail('event', 'the name of an event, or give a collection');
  }
  const timeout_s = fields.number('timeout', 0.001, 'seconds above 0');
  return { wanted, timeout_ms: timeout_s === undefined ? undefined : 1000 * timeout_s };
}

/** Begins to wait, at once. The event that matches is taken, those before it stay for a later wait. */
export function beginWait(
  user: VirtualUser,
  { wanted, timeout_ms }: WaitOptions,
  match: unknown,
  where: string,
): Promise<Arrival> {
  const mismatch = (change: Change) => eventMismatch(user, match, change);
  return user.received().wait({ ...wanted, mismatch }, timeout_ms ?? user.timeout_ms, where);
}

/** `wait: { event, collection, match, capture, timeout, namespace }`: for an event that came since the last call. */
export const compileWait: CompileStep = (spec, where) => {
  new Fields(spec.wait, where, '{ event, match, capture, ... }');
  const { capture, match, ...wait } = spec.wait as Record<string, unknown>;
  assertTakes({ capture, match }, where);
  return async (user) => {
    const fields = new Fields(user.template(wait), where);
    const options = parseWait(fields);
    fields.end();
    await user.client();
    const { event = 'change', collection } = options.wanted;
    const name = stepName(spec, user, nameOf({ event, ...(collection === undefined ? {} : { collection }) }));
    const began_ns = process.hrtime.bigint();
    await user.session.steps.time(name, async () => {
      const { change, at_ns } = await beginWait(user, options, match, where);
      takeFromEvent(user, capture, change, where);
      // What came before is there at once.
      return Math.max(0, Number(at_ns - began_ns) / 1e6);
    });
  };
};
