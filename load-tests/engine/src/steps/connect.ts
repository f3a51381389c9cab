import { parseConnect } from '../config.ts';
import { Fields } from '../fields.ts';
import { stepName } from './name.ts';
import type { CompileStep } from './step.ts';

/**
 * `connect: { login: { user: "{{ name }}", ... } }`: connects with options of this virtual user beside those of
 * `config.engines.pubsub`, in the place of the connection that there was. Without this step, virtual users connect
 * at the first step that needs it.
 */
export const compileConnect: CompileStep = (spec, where) => async (user) => {
  const fields = new Fields(user.template(spec.connect ?? {}), where);
  const options = parseConnect(fields, user.connectionAnew());
  fields.end();
  await user.connect(options, stepName(spec, user, 'connect'));
};
