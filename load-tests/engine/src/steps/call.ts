import { describe, RunError } from '../error.ts';
import { Fields } from '../fields.ts';
import type { VirtualUser } from '../virtual-user.ts';
import type { CompileStep } from './step.ts';

/**
 * `call: { name, params, capture, match, expect, ack }`. `expect` lists error codes that are as good as a result;
 * with `ack: false` there is no answer to wait for.
 */
export const compileCall: CompileStep = (spec, where) => {
  new Fields(spec.call, where, '{ name, params, ... }');
  const { capture, match, ...call } = spec.call as Record<string, unknown>;
  assertTakeable(capture, match, where);
  return async (user) => {
    const fields = new Fields(user.template(call), where);
    const name = fields.text('name') ?? fields.fail('name', 'the name of a method, or of an event');
    const params = fields.list('params') ?? [];
    const expected = (fields.list('expect') ?? []).map(String);
    const ack = fields.flag('ack') ?? true;
    fields.end();
    const client = await user.client();
    const { calls } = user.session;
    user.events.emit('counter', 'pubsub.calls', 1);
    user.events.emit('rate', 'pubsub.call_rate');
    // What asks for no answer is owed none.
    if (!ack) return client.send(name, ...params);
    calls.sent();
    const began = performance.now();
    let result: unknown;
    try {
      result = await client.call(name, ...params);
    } catch (error) {
      calls.failed(error, { expect: expected });
      const { code } = describe(error);
      if (!expected.includes(code)) throw error;
      user.events.emit('counter', `pubsub.expected.${code}`, 1);
      return;
    }
    const took_ms = performance.now() - began;
    calls.acknowledged(Math.max(1, Math.round(took_ms * 1000)));
    user.events.emit('histogram', 'pubsub.call_time', took_ms);
    await take(user, capture, match, result);
  };
};

/** Artillery's own capture and match end with a TypeError, or pass over what they don't understand. */
function assertTakeable(capture: unknown, match: unknown, where: string): void {
  for (const one of [capture ?? []].flat()) {
    const fields = new Fields(one, `${where}.capture`, '{ json: "$.id", as: x } or a list of such');
    if (!fields.has('as')) fields.fail('as', 'the name of a variable');
  }
  for (const one of [match ?? []].flat()) {
    const fields = new Fields(one, `${where}.match`, '{ json: "$.id", value: x } or a list of such');
    if (!fields.has('json') && !fields.has('regexp'))
      fields.fail('json', 'a path into the result, as in $.id');
    if (!Object.hasOwn(one as object, 'value')) fields.fail('value', 'what the result should have there');
  }
}

/** Artillery's own capture and match; a capture without `json` takes the whole result. */
async function take(user: VirtualUser, capture: unknown, match: unknown, result: unknown): Promise<void> {
  const captures = [capture ?? []].flat() as Record<string, unknown>[];
  const isWhole = ({ json, regexp }: Record<string, unknown>) => (json ?? regexp ?? undefined) === undefined;
  for (const { as } of captures.filter(isWhole)) user.context.vars[String(as)] = result;
  const specs = {
    capture: captures.filter((one) => !isWhole(one)),
    match: [match ?? []].flat(),
  };
  if (specs.capture.length + specs.match.length === 0) return;
  await new Promise<void>((resolve, reject) => {
    user.session.helpers.captureOrMatch(specs, { body: result }, user.context, (error, found) => {
      if (error !== null) return reject(error);
      for (const [name, { value, failed }] of Object.entries(found?.captures ?? {})) {
        if (failed) return reject(new RunError('capture', `capture ${name}: nothing found in the result`));
        user.context.vars[name] = value;
      }
      for (const [expression, { success, expected, got, strict }] of Object.entries(found?.matches ?? {})) {
        if (success || strict === false) continue;
        const values = `${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`;
        return reject(new RunError('match', `match ${expression}: ${values}`));
      }
      resolve();
    });
  });
}
