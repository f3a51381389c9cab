import { describe } from '../error.ts';
import { takeFromEvent } from '../event-takes.ts';
import { Fields } from '../fields.ts';
import { assertTakes, take } from '../take.ts';
import type { VirtualUser } from '../virtual-user.ts';
import { stepName } from './name.ts';
import type { CompileStep } from './step.ts';
import { beginWait, parseWait } from './wait.ts';

/** What is called. */
interface CallOptions {
  name: string;
  params: unknown[];
  /** Codes of errors that are as good as a result. */
  expected: readonly string[];
  /** Whether the app answers. */
  ack: boolean;
}

/**
 * `call: { name, params, capture, match, expect, ack, response }`. `expect` lists error codes that are as good as a
 * result; with `ack: false` there is no answer to wait for. `response` is an event that answers, as in `wait`.
 */
export const compileCall: CompileStep = (spec, where) => {
  new Fields(spec.call, where, '{ name, params, ... }');
  const { capture, match, response, ...call } = spec.call as Record<string, unknown>;
  assertTakes({ capture, match }, where);
  const responseWhere = `${where}.response`;
  if (response !== undefined) new Fields(response, responseWhere, '{ event, match, capture, ... }');
  const { capture: eventCapture, match: eventMatch, ...wait } = (response ?? {}) as Record<string, unknown>;
  assertTakes({ capture: eventCapture, match: eventMatch }, responseWhere);
  return async (user) => {
    const fields = new Fields(user.template(call), where);
    const options = parseCall(fields);
    fields.end();
    const waitFields = new Fields(user.template(wait), responseWhere);
    const awaited = response === undefined ? undefined : parseWait(waitFields);
    waitFields.end();
    await user.client();
    await user.session.steps.time(stepName(spec, user, options.name), async () => {
      user.forgetEvents();
      const sent_ns = process.hrtime.bigint();
      const arrival = awaited && beginWait(user, awaited, eventMatch, responseWhere);
      const answer = await send(user, options);
      if (answer !== undefined) take(user, { capture, match }, answer.result, where);
      if (arrival === undefined) return undefined;
      const { change, at_ns } = await arrival;
      takeFromEvent(user, eventCapture, change, responseWhere);
      return Number(at_ns - sent_ns) / 1e6;
    });
  };
};

function parseCall(fields: Fields): CallOptions {
  return {
    name: fields.text('name') ?? fields.fail('name', 'the name of a method, or of an event'),
    params: fields.list('params') ?? [],
    expected: (fields.list('expect') ?? []).map(String),
    ack: fields.flag('ack') ?? true,
  };
}

/** @returns nothing where there is no result: no answer was asked for, or an expected error came */
async function send(
  user: VirtualUser,
  { name, params, expected, ack }: CallOptions,
): Promise<{ result: unknown } | undefined> {
  const client = await user.client();
  const { calls } = user;
  user.events.emit('counter', 'pubsub.calls', 1);
  user.events.emit('rate', 'pubsub.call_rate');
  calls.sent();
  if (!ack) {
    client.send(name, ...params);
    return undefined;
  }
  const began = performance.now();
  let result: unknown;
  try {
    result = await client.call(name, ...params);
  } catch (error) {
    const found = describe(error);
    calls.refused(found);
    const { code } = found;
    if (!expected.includes(code)) throw error;
    user.events.emit('counter', `pubsub.expected.${code}`, 1);
    return undefined;
  }
  const took_ms = performance.now() - began;
  calls.acknowledged(Math.max(1, Math.round(took_ms * 1000)));
  user.events.emit('histogram', 'pubsub.call_time', took_ms);
  return { result };
}
