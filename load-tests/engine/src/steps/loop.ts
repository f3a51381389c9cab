import { RunError } from '../failures/error.ts';
import { assertTemplates, isTemplate } from '../script/template.ts';
import type { VirtualUser } from '../users/virtual-user.ts';
import { processorFunction } from './function.ts';
import type { Setting, Step } from './step.ts';

/**
 * `loop: [...]` with `count` (a number, or a range as in `1-15`), `over` (a list, or the name of a variable that
 * holds one) or `whileTrue` (a function of the processor). Sets `$loopCount` and `$loopElement`.
 * Unlike in Artillery's engines, a count of 0 means none.
 */
export function compileLoop(
  spec: Record<string, unknown>,
  where: string,
  setting: Setting,
  compileSteps: (flow: unknown, where: string, setting: Setting) => Step,
): Step {
  const body = compileSteps(spec.loop, where, setting);
  const { count, over, whileTrue } = spec;
  const countName = String(spec.loopValue ?? '$loopCount');
  const elementName = String(spec.loopElement ?? '$loopElement');
  const again =
    whileTrue === undefined ? undefined : processorFunction(whileTrue, `${where}, whileTrue`, setting.script);
  if (count === undefined && over === undefined && again === undefined) {
    throw new RunError('config', `${where} should have count, over or whileTrue next to it`);
  }
  for (const [name, value] of Object.entries({ count, over })) assertTemplates(value, `${where}, ${name}`);
  if (count !== undefined && !isTemplate(count)) range(count, where);
  if (over !== undefined && typeof over !== 'string' && !Array.isArray(over)) failOver(over, where);
  const once = async (user: VirtualUser, number: number, element: unknown) => {
    user.context.vars[countName] = number;
    user.context.vars[elementName] = element;
    await body(user);
  };
  return async (user) => {
    if (over !== undefined) {
      const list =
        typeof over === 'string' ? (user.context.vars[over] ?? user.template(over)) : user.template(over);
      if (!Array.isArray(list)) failOver(list, where);
      for (const [i, element] of list.entries()) await once(user, i, element);
      return;
    }
    const [from, to] = count === undefined ? [0, Infinity] : range(user.template(count), where);
    for (let i = from; i < to; i++) {
      await once(user, i, i);
      if (again !== undefined && !(await ask(again, user))) return;
    }
  };
}

function failOver(found: unknown, where: string): never {
  const shown = found === undefined ? 'nothing' : JSON.stringify(found);
  throw new RunError(
    'config',
    `${where}: over should be a list, or the name of a variable that holds one, not ${shown}`,
  );
}

function range(count: unknown, where: string): [number, number] {
  const text = String(count);
  const [, from = '0', to] = /^(?:(\d+)-)?(\d+)$/.exec(text) ?? [];
  if (to === undefined) {
    throw new RunError('config', `${where}: count should be a number or a range like 1-15, not ${text}`);
  }
  return [Number(from), Number(to)];
}

/** Calls `(context, next)` as Artillery's engines do, or awaits a promise. */
function ask(again: (...args: never[]) => unknown, user: VirtualUser): Promise<unknown> {
  if (again.constructor.name !== 'Function') {
    return Promise.resolve((again as (context: unknown) => unknown)(user.context));
  }
  return new Promise((resolve) => {
    (again as (context: unknown, next: (value: unknown) => void) => unknown)(user.context, resolve);
  });
}
