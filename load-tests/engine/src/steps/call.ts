import { describe, Refusal } from '../error.ts';
import { assertTakes, take } from '../take.ts';
import { type CompileStep, withOptions } from './step.ts';

/**
 * `call: { name, params, capture, match, expect, ack }`. `expect` lists error codes that are as good as a result;
 * with `ack: false` there is no answer to wait for.
 */
export const compileCall: CompileStep = (spec, where) => {
  const { capture, match } = (spec.call ?? {}) as Record<string, unknown>;
  return withOptions({
    value: spec.call,
    where,
    right: '{ name, params, ... }',
    later: ['capture', 'match'],
    parse: (fields) => {
      const name = fields.text('name') ?? fields.fail('name', 'the name of a method, or of an event');
      assertTakes({ capture: fields.any('capture'), match: fields.any('match') }, where);
      return {
        name,
        params: fields.list('params') ?? [],
        expected: (fields.list('expect') ?? []).map(String),
        ack: fields.flag('ack') ?? true,
      };
    },
    take: async (user, { name, params, expected, ack }) => {
      const client = await user.client();
      const { calls } = user.session;
      user.events.emit('counter', 'pubsub.calls', 1);
      user.events.emit('rate', 'pubsub.call_rate');
      calls.sent();
      if (!ack) return client.send(name, ...params);
      const began = performance.now();
      let result: unknown;
      try {
        result = await client.call(name, ...params);
      } catch (error) {
        const found = describe(error);
        calls.refused(found);
        const { code } = found;
        if (!expected.includes(code)) throw new Refusal(`call ${name}`, error);
        user.events.emit('counter', `pubsub.expected.${code}`, 1);
        return;
      }
      const took_ms = performance.now() - began;
      calls.acknowledged(Math.max(1, Math.round(took_ms * 1000)));
      user.events.emit('histogram', 'pubsub.call_time', took_ms);
      take(user, { capture, match }, result, where);
    },
  });
};
