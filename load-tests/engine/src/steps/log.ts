import type { CompileStep } from './step.ts';

/** `log: "{{ text }}"` */
export const compileLog: CompileStep = (spec) => async (user) => {
  console.log(user.template(spec.log));
};
