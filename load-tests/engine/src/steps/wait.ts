import type { Change } from '@meteor-vs-mean/pubsub-client';
import { nameOf } from '../account/pushes.ts';
import { Refusal } from '../failures/error.ts';
import type { Fields } from '../script/fields.ts';
import { eventMismatch, takeFromEvent } from '../users/event-takes.ts';
import type { Arrival, Wanted } from '../users/received.ts';
import { assertTakes } from '../users/take.ts';
import type { VirtualUser } from '../users/virtual-user.ts';
import { stepName } from './name.ts';
import { type CompileStep, withOptions } from './step.ts';

/** What to wait for: of the step `wait`, and of `response` in a call. */
export interface WaitOptions {
  wanted: Wanted;
  timeout_ms: number | undefined;
  capture: unknown;
  match: unknown;
}

/** Reads all of them but `end`. */
export function parseWait(fields: Fields, where: string): WaitOptions {
  const wanted: Wanted = {};
  for (const name of ['event', 'collection', 'namespace'] as const) {
    const value = fields.text(name);
    if (value !== undefined) wanted[name] = value;
  }
  if (wanted.event === undefined && wanted.collection === undefined) {
    fields.fail('event', 'the name of an event, or give a collection');
  }
  const timeout_s = fields.number('timeout', 0.001, 'seconds above 0');
  const [capture, match] = [fields.any('capture'), fields.any('match')];
  assertTakes({ capture, match }, where);
  return { wanted, capture, match, timeout_ms: timeout_s === undefined ? undefined : 1000 * timeout_s };
}

/** Connects the namespace of the event, if it has one. @returns the options, with the name that its changes have */
export async function inNamespace(
  user: VirtualUser,
  options: WaitOptions,
  where: string,
): Promise<WaitOptions> {
  const { namespace } = options.wanted;
  if (namespace === undefined) return options;
  const named = await user.listenTo(namespace).catch((error) => {
    throw new Refusal(where, error);
  });
  return { ...options, wanted: { ...options.wanted, namespace: named } };
}

/** Begins to wait, at once. The event that matches is taken, those before it stay for a later wait. */
export function beginWait(
  user: VirtualUser,
  { wanted, match, timeout_ms }: WaitOptions,
  where: string,
): Promise<Arrival> {
  const mismatch = (change: Change) => eventMismatch(user, match, change);
  return user.received().wait({ ...wanted, mismatch }, timeout_ms ?? user.timeout_ms, where);
}

/** `wait: { event, collection, match, capture, timeout, namespace }`: for an event that came since the last call. */
export const compileWait: CompileStep = (spec, where) =>
  withOptions({
    value: spec.wait,
    where,
    right: '{ event, match, capture, ... }',
    parse: (fields) => parseWait(fields, where),
    take: async (user, options) => {
      await user.client();
      const { event = 'change', collection } = options.wanted;
      const otherwise = nameOf({ event, ...(collection === undefined ? {} : { collection }) });
      await user.session.steps.time(stepName(spec, user, otherwise), async () => {
        const named = await inNamespace(user, options, where);
        const began_ns = process.hrtime.bigint();
        const { change, at_ns } = await beginWait(user, named, where);
        takeFromEvent(user, options.capture, change, where);
        // What came before is there at once.
        return Math.max(0, Number(at_ns - began_ns) / 1e6);
      });
      user.pace?.restart();
    },
  });
