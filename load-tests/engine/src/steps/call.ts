import { describe } from '../error.ts';
import { Fields } from '../fields.ts';
import { assertTakes, take } from '../take.ts';
import type { CompileStep } from './step.ts';

/**
 * `call: { name, params, namespace, capture, match, expect, ack }`. `expect` lists error codes that are as good as a result;
 * with `ack: false` there is no answer to wait for.
 */
export const compileCall: CompileStep = (spec, where) => {
  new Fields(spec.call, where, '{ name, params, ... }');
  const { capture, match, ...call } = spec.call as Record<string, unknown>;
  assertTakes({ capture, match }, where);
  return async (user) => {
    const fields = new Fields(user.template(call), where);
    const name = fields.text('name') ?? fields.fail('name', 'the name of a method, or of an event');
    const params = fields.list('params') ?? [];
    const expected = (fields.list('expect') ?? []).map(String);
    const ack = fields.flag('ack') ?? true;
    const namespace = fields.text('namespace');
    fields.end();
    const client = await user.client(namespace);
    const { calls } = user.session;
    user.events.emit('counter', 'pubsub.calls', 1);
    user.events.emit('rate', 'pubsub.call_rate');
    calls.sent();
    if (!ack) return client.send(name, ...params);
    const began = performance.now();
    let result: unknown;
    try {
      result = await client.call(name, ...params).finally(() => user.session.sayAnswers(client.answers));
    } catch (error) {
      const found = describe(error);
      calls.refused(found);
      const { code } = found;
      if (!expected.includes(code)) throw error;
      user.events.emit('counter', `pubsub.expected.${code}`, 1);
      return;
    }
    const took_ms = performance.now() - began;
    calls.acknowledged(Math.max(1, Math.round(took_ms * 1000)));
    user.events.emit('histogram', 'pubsub.call_time', took_ms);
    take(user, { capture, match }, result, where);
  };
};
