import { RunError } from '../failures/error.ts';
import { assertTemplates, isTemplate } from '../script/template.ts';
import type { CompileStep } from './step.ts';

/** Artillery's form of a time: a number of seconds, or a number with a unit. */
const time = /^\d*\.?\d+ *((milli)?sec(ond)?s?|msecs?|ms|s|min(ute)?s?|m|h(ou)?rs?|h|days?|d|weeks?|w)?$/i;

/** Artillery's step, with its jitter: `think: 2`, `think: 0.2`, `think: "50ms"`. */
export const compileThink: CompileStep = ({ think, jitter }, where, { script }) => {
  assertTemplates(think, where);
  if (!isTemplate(think)) assertTime(think, where);
  return (user) =>
    new Promise((resolve, reject) => {
      const filled = user.template(think);
      assertTime(filled, where);
      const spec = { think: inMilliseconds(filled), ...(jitter === undefined ? {} : { jitter }) };
      const wait = user.session.helpers.createThink(spec, script.config.defaults?.think ?? {});
      wait(user.context, (error) => (error ? reject(error) : resolve()));
    });
};

function assertTime(think: unknown, where: string): void {
  if (typeof think === 'number' && Number.isFinite(think) && think >= 0) return;
  if (typeof think === 'string' && time.test(think)) return;
  throw new RunError(
    'config',
    `${where} should be seconds, or a time such as 500ms, not ${JSON.stringify(think)}`,
  );
}

/** Artillery reads a fraction of a second as milliseconds. */
function inMilliseconds(think: unknown): unknown {
  const isFraction = think !== '' && Number.isFinite(Number(think)) && !Number.isInteger(Number(think));
  return isFraction ? `${1000 * Number(think)}ms` : think;
}
