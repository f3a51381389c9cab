import { parseConnect } from '../script/connect-options.ts';
import { stepName } from './name.ts';
import { type CompileStep, withOptions } from './step.ts';

/**
 * `connect: { login: { user: "{{ name }}", ... } }`: connects with options of this virtual user beside those of
 * `config.engines.pubsub`, instead of its earlier connection. Without this step, virtual users connect at the
 * first step that needs it.
 */
export const compileConnect: CompileStep = (spec, where, { config }) =>
  withOptions({
    value: spec.connect ?? {},
    where,
    right: '{ login, auth, ... }',
    parse: (fields) => parseConnect(fields, { transport: config.connect.transport }),
    take: async (user, options) => {
      await user.connect({ ...user.connectionAnew(), ...options }, stepName(spec, user, 'connect'));
    },
  });
