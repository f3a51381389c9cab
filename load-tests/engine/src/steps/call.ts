import { type Change, PubSubError } from '@meteor-vs-mean/pubsub-client';
import { isErrorEvent, shorten } from '../account/sightings.ts';
import { describe, Refusal, RunError } from '../failures/error.ts';
import type { Owes, OwnWrite } from '../journey/own-write.ts';
import { type Config, plainKind } from '../script/config.ts';
import type { Fields } from '../script/fields.ts';
import { takeFromEvent } from '../users/event-takes.ts';
import { assertTakes, take } from '../users/take.ts';
import type { VirtualUser } from '../users/virtual-user.ts';
import { stepName } from './name.ts';
import { type CompileStep, withOptions } from './step.ts';
import { beginWait, inNamespace, parseWait } from './wait.ts';

/**
 * `call: { name, params, namespace, capture, match, expect, ack, response, owes }`. `expect` lists error codes that are as good
 * as a result; with `ack: false` there is no answer to wait for. `response` is an event that answers, as in `wait`. `owes` names
 * the audience of a journey that the write goes to, and what its deliveries show.
 */
export const compileCall: CompileStep = (spec, where, { config }) => {
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
      return { ...options, awaited, owes: parseOwes(fields, config) };
    },
    take: async (user, { awaited, owes, ...options }) => {
      await user.client(options.namespace);
      const name = stepName(spec, user, options.name);
      await user.time(name, async () => {
        const named = awaited && (await inNamespace(user, awaited, responseWhere));
        user.forgetEvents();
        const sent_ns = process.hrtime.bigint();
        const arrival = named && beginWait(user, named, responseWhere);
        const write = owes && user.session.journey?.write(user, owes, name);
        const answer = await send(user, options, write);
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

/** `owes: { audience, id, kind, own }`: `own: false` for an app that sends a write to all but its writer. */
function parseOwes(fields: Fields, { deliveries }: Config): Owes | undefined {
  const owes = fields.child('owes', '{ audience, id, kind }');
  if (owes === undefined) return undefined;
  const audience = 'the name of an audience, as a subscription follows it';
  const id = 'the id that deliveries find';
  const found = {
    audience: owes.name('audience', audience) ?? owes.fail('audience', audience),
    id: owes.name('id', id) ?? owes.fail('id', id),
    kind: owes.text('kind') ?? plainKind,
    own: owes.flag('own') ?? true,
  };
  owes.end();
  const kinds = [...new Set(deliveries.map(({ kind = plainKind }) => kind))];
  if (deliveries.length === 0) {
    throw new RunError(
      'config',
      'config.engines.pubsub.deliveries should say which changes show a write: a list of { event, path, kind }',
    );
  }
  if (!owes.isOpen('kind') && !kinds.includes(found.kind)) {
    owes.fail('kind', `${kinds.join(' or ')}, as config.engines.pubsub.deliveries names them`);
  }
  return found;
}

/** @returns nothing where there is no result: the script wants no answer, or an expected error came */
async function send(
  user: VirtualUser,
  { name, params, expected, ack, namespace }: CallOptions,
  write: OwnWrite | undefined,
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
    write?.answered('sent');
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
    const outcome = calls.failed(error, { expect: expected });
    write?.answered(outcome);
    const { code } = describe(error);
    if (!expected.includes(code)) throw new Refusal(`call ${name}`, error);
    user.events.emit('counter', `pubsub.expected.${code}`, 1);
    return undefined;
  }
  const took_ms = performance.now() - began;
  write?.answered('acknowledged');
  calls.acknowledged(Math.max(1, Math.round(took_ms * 1000)));
  user.events.emit('histogram', 'pubsub.call_time', took_ms);
  return { result };
}
