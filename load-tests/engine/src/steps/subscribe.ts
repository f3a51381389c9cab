import { Fields } from '../fields.ts';
import type { CompileStep } from './step.ts';

/** `subscribe: { name, params, as }`: goes on when the snapshot is complete. `as` names it for `unsubscribe`. */
export const compileSubscribe: CompileStep = (spec, where) => {
  new Fields(spec.subscribe, where);
  return async (user) => {
    const fields = new Fields(user.template(spec.subscribe), where);
    const name = fields.text('name') ?? fields.fail('name', 'the name of a publication, or of an event');
    const params = fields.list('params') ?? [];
    const as = fields.text('as') ?? name;
    fields.end();
    await user.subscribe(name, params, as);
  };
};
