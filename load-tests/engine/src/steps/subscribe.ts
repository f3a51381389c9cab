import { RunError } from '../error.ts';
import { Fields } from '../fields.ts';
import type { CompileStep } from './step.ts';

/**
 * `subscribe: { name, params, as, namespace }`: the next step follows when the snapshot is complete. `as` names it for
 * `unsubscribe`.
 */
export const compileSubscribe: CompileStep = (spec, where) => {
  new Fields(spec.subscribe, where, '{ name, params, as }');
  return async (user) => {
    const fields = new Fields(user.template(spec.subscribe), where);
    const name = fields.text('name') ?? fields.fail('name', 'the name of a publication, or of an event');
    const params = fields.list('params') ?? [];
    const as = fields.text('as') ?? name;
    const namespace = fields.text('namespace');
    fields.end();
    await user.subscribe(name, params, as, namespace);
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
  await subscription.stop();
};
