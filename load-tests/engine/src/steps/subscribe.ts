import { RunError } from '../error.ts';
import { Fields } from '../fields.ts';
import { assertTakes, take } from '../take.ts';
import { stepName } from './name.ts';
import type { CompileStep } from './step.ts';

/**
 * `subscribe: { name, params, as, capture, match }`: continues when the snapshot is complete. `as` names it for
 * `unsubscribe`. `capture` and `match` read the snapshot.
 */
export const compileSubscribe: CompileStep = (spec, where) => {
  new Fields(spec.subscribe, where, '{ name, params, as }');
  const { capture, match, ...subscribe } = spec.subscribe as Record<string, unknown>;
  assertTakes({ capture, match }, where);
  return async (user) => {
    const fields = new Fields(user.template(subscribe), where);
    const name = fields.text('name') ?? fields.fail('name', 'the name of a publication, or of an event');
    const params = fields.list('params') ?? [];
    const as = fields.text('as') ?? name;
    fields.end();
    await user.client();
    await user.session.steps.time(stepName(spec, user, name), async () => {
      const snapshot = await user.subscribe(name, params, as);
      take(user, { capture, match }, snapshot, where);
    });
  };
};

/** `unsubscribe: { name }`: ends the subscription of that name, or `as`. */
export const compileUnsubscribe: CompileStep = (spec, where) => async (user) => {
  const value = user.template(spec.unsubscribe);
  const fields = new Fields(typeof value === 'string' ? { name: value } : value, where);
  const name = fields.text('name') ?? fields.fail('name', 'the name of a subscription');
  fields.end();
  const subscription = user.subscriptions.get(name);
  if (subscription === undefined) {
    const there = [...user.subscriptions.keys()].join(', ') || 'none';
    throw new RunError('config', `${where}.name: no subscription ${name}; there are: ${there}`);
  }
  user.subscriptions.delete(name);
  await user.session.steps.time(stepName(spec, user, `unsubscribe ${name}`), () => subscription.stop());
};
