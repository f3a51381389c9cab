import { type Change, PubSubError } from '@meteor-vs-mean/pubsub-client';
import { isErrorEvent, shorten } from '../account/sightings.ts';
import { describe, Refusal } from '../failures/error.ts';
import type { Fields } from '../script/fields.ts';
import { takeFromEvent } from '../users/event-takes.ts';
import { assertTakes, take } from '../users/take.ts';
import type { VirtualUser } from '../users/virtual-user.ts';
import { stepName } from './name.ts';
import { type CompileStep, withOptions } from './step.ts';
import { beginWait, inNamespace, parseWait } from './wait.ts';

/**
 * `call: { name, params, namespace, capture, match, expect, ack, response }`. `expect` lists error codes that are as good as a
 * result; with `ack: false` there is no answer to wait for. `response` is an event that answers, as in `wait`.
 */
export const compileCall: CompileStep = (spec, where) => {
  const { capture, match } = (spec.call ?? {}) as Record<string, unknown>;
  const responseWhere = `${where}.response`;
  return withOptions({
    value: spec.call,
    where,
    right: '{ name, params, ... }',
    later: ['capture', 'match'],
    parse: (fields) => {
      const options = parseCall(fields);
      assertTakes({ capture: fields.any('capture'), match: fields.any('match') }, where);
      const response = fields.child('response', '{ event, match, capture, ... }');
      const awaited = response && parseWait(response, responseWhere);
      response?.end();
      return { ...options, awaited };
    },
    take: async (user, { awaited, ...options }) => {
      await user.client(options.namespace);
      await user.session.steps.time(stepName(spec, user, options.name), async () => {
        const named = awaited && (await inNamespace(user, awaited, responseWhere));
        user.forgetEvents();
        const sent_ns = process.hrtime.bigint();
        const arrival = named && beginWait(user, named, responseWhere);
        const answer = await send(user, options);
        if (answer !== undefined) take(user, { capture, match }, answer.result, where);
        if (awaited === undefined || arrival === undefined) return undefined;
        const { change, at_ns } = await arrival;
        takeFromEvent(user, awaited.capture, change, responseWhere);
        return Number(at_ns - sent_ns) / 1e6;
      });
    },
  });
};

type CallOptions = ReturnType<typeof parseCall>;

function parseCall(fields: Fields) {
  return {
    name: fields.text('name') ?? fields.fail('name', 'the name of a method, or of an event'),
    params: fields.list('params') ?? [],
    /** Codes of errors that are as good as a result. */
    expected: (fields.list('expect') ?? []).map(String),
    /** Whether the app answers. */
    ack: fields.flag('ack') ?? true,
    namespace: fields.text('namespace'),
  };
}

/** An app that answers nothing may still have said why, by an event. */
function withTold(error: unknown, { event, args }: Change): unknown {
  if (!(error instanceof PubSubError) || error.code !== 'timeout' || error.isAnswer) return error;
  const said = `the app sent an event "${event}": ${shorten(args)}`;
  return new PubSubError(error.code, `${error.message}; ${said}`);
}

/** @returns nothing where there is no result: the script wants no answer, or an expected error came */
async function send(
  user: VirtualUser,
  { name, params, expected, ack, namespace }: CallOptions,
): Promise<{ result: unknown } | undefined> {
  const client = await user.client(namespace);
  const { calls } = user;
  user.events.emit('counter', 'pubsub.calls', 1);
  user.events.emit('rate', 'pubsub.call_rate');
  // A call without an acknowledgement is owed no answer.
  if (!ack) {
    if (namespace !== undefined) {
      await client.ready().catch((error) => {
        throw new Refusal(`call ${name}`, error);
      });
    }
    client.send(name, ...params);
    return undefined;
  }
  calls.sent();
  const began = performance.now();
  let told: Change | undefined;
  const stopListening = client.onChange((change) => {
    if (isErrorEvent(change.event)) told ??= change;
  });
  let result: unknown;
  try {
    result = await client.call(name, ...params).finally(() => {
      stopListening();
      user.session.sayAnswers(client.answers);
    });
  } catch (failure) {
    const error = told === undefined ? failure : withTold(failure, told);
    calls.failed(error, { expect: expected });
    const { code } = describe(error);
    if (!expected.includes(code)) throw new Refusal(`call ${name}`, error);
    user.events.emit('counter', `pubsub.expected.${code}`, 1);
    return undefined;
  }
  const took_ms = performance.now() - began;
  calls.acknowledged(Math.max(1, Math.round(took_ms * 1000)));
  user.events.emit('histogram', 'pubsub.call_time', took_ms);
  return { result };
}
