import type { CompileStep } from './step.ts';

/** Artillery's own, with its jitter: `think: 2`, `think: "50ms"`. */
export const compileThink: CompileStep = (spec, _where, script) => (user) =>
  new Promise((resolve, reject) => {
    const think = user.session.helpers.createThink(spec, script.config.defaults?.think ?? {});
    think(user.context, (error) => (error ? reject(error) : resolve()));
  });
