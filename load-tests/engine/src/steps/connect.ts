import { parseConnect } from '../script/connect-options.ts';
import { stepName } from './name.ts';
import { type CompileStep, withOptions } from './step.ts';

/**
 * `connect: { login: { user: "{{ name }}", ... } }`: connects with options of this virtual user in addition to those of
 * `config.engines.pubsub`, and replaces its earlier connection. Without this step, a virtual user connects at the first step
 * that needs a connection.
 */
export const compileConnect: CompileStep = (spec, where, { config }) =>
  withOptions({
    value: spec.connect ?? {},
    where,
    right: '{ login, auth, ... }',
    parse: (fields) => parseConnect(fields, { transport: config.connect.transport }),
    take: async (user, options) => {
      await user.connect({ ...user.nextConnection(), ...options }, stepName(spec, user, 'connect'));
    },
  });
