import { Refusal, RunError } from '../failures/error.ts';
import { assertTakes, take } from '../users/take.ts';
import { stepName } from './name.ts';
import { type CompileStep, withOptions } from './step.ts';

/**
 * `subscribe: { name, params, as, namespace, capture, match, follows }`: ends when the snapshot is complete. `as` names it for
 * `unsubscribe`. `capture` and `match` read the snapshot. `follows` is the audience of a journey that it shows.
 */
export const compileSubscribe: CompileStep = (spec, where) => {
  const { capture, match } = (spec.subscribe ?? {}) as Record<string, unknown>;
  return withOptions({
    value: spec.subscribe,
    where,
    right: '{ name, params, as }',
    later: ['capture', 'match'],
    parse: (fields) => {
      assertTakes({ capture: fields.any('capture'), match: fields.any('match') }, where);
      const name = fields.text('name') ?? fields.fail('name', 'the name of a publication, or of an event');
      return {
        name,
        params: fields.list('params') ?? [],
        as: fields.text('as') ?? name,
        namespace: fields.text('namespace'),
        audience: fields.name('follows', 'the name of an audience'),
      };
    },
    take: async (user, { name, params, ...options }) => {
      await user.client(options.namespace);
      await user.time(stepName(spec, user, name), async () => {
        const snapshot = await user.subscribe(name, params, options).catch((error) => {
          throw new Refusal(`subscribe ${name}`, error);
        });
        take(user, { capture, match }, snapshot, where);
      });
    },
  });
};

/** `unsubscribe: { name }`: ends the subscription of that name, or `as`. */
export const compileUnsubscribe: CompileStep = (spec, where) =>
  withOptions({
    value: typeof spec.unsubscribe === 'string' ? { name: spec.unsubscribe } : spec.unsubscribe,
    where,
    right: '{ name }',
    parse: (fields) => ({
      name: fields.text('name') ?? fields.fail('name', 'the name of a subscription'),
    }),
    take: async (user, { name }) => {
      const subscription = user.subscriptions.get(name);
      if (subscription === undefined) {
        const open = [...user.subscriptions.keys()].join(', ') || 'none';
        throw new RunError('config', `${where}.name: no subscription ${name}; there are: ${open}`);
      }
      await user.time(stepName(spec, user, `unsubscribe ${name}`), () =>
        user.unsubscribe(name, subscription),
      );
    },
  });
