import { RunError } from '../failures/error.ts';
import { assertTemplates, isTemplate } from '../script/template.ts';
import type { CompileStep } from './step.ts';

/** Artillery's form of a time: a number of seconds, or a number with a unit. */
const time = /^\d*\.?\d+ *((milli)?sec(ond)?s?|msecs?|ms|s|min(ute)?s?|m|h(ou)?rs?|h|days?|d|weeks?|w)?$/i;

/** Artillery's step, with its jitter: `think: 2`, `think: 0.2`, `think: "50ms"`. */
export const compileThink: CompileStep = ({ think, jitter }, where, { script }) => {
  assertTemplates(think, where);
  if (!isTemplate(think)) assertTime(think, where);
  const defaults = script.config.defaults?.think ?? {};
  return (user) =>
    new Promise((resolve, reject) => {
      const filled = user.template(think);
      assertTime(filled, where);
      if (user.pace !== undefined) {
        const planned_ms = jittered(milliseconds(filled), jitter ?? defaults.jitter);
        return resolve(user.pace.think(planned_ms));
      }
      const spec = { think: inMilliseconds(filled), ...(jitter === undefined ? {} : { jitter }) };
      const wait = user.session.helpers.createThink(spec, defaults);
      wait(user.context, (error) => (error ? reject(error) : resolve()));
    });
};

const units_ms: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** @param think as `assertTime` takes it */
function milliseconds(think: unknown): number {
  const [, number, unit = 's'] = /^([\d.]+) *(.*)$/.exec(String(think).toLowerCase()) ?? [];
  const short = /^(ms|milli)/.test(unit) ? 'ms' : (unit[0] ?? 's');
  return Number(number) * (units_ms[short] as number);
}

/** As Artillery does it: `20%`, or milliseconds. */
function jittered(time_ms: number, jitter: unknown): number {
  if (jitter === undefined) return time_ms;
  const number = Number.parseInt(String(jitter), 10);
  const most_ms = String(jitter).includes('%') ? (time_ms * number) / 100 : number;
  return Math.max(0, time_ms + (2 * Math.random() - 1) * most_ms);
}

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
