import { RunError } from '../failures/error.ts';
import type { Context } from './artillery.ts';

/** Artillery's form of a variable, or of a path into one. */
const variable = /^[\s$\w.[\]'"-]+$/;
/** Artillery's form of a function call, with numbers or words. */
const call = /^\s*(\$[A-Za-z0-9_]+)\s*\([A-Za-z0-9_,\s]*\)\s*$/;

/** A template uses a variable or function that this virtual user doesn't have. */
export class Unset extends RunError {
  constructor(message: string) {
    super('variable', message);
  }
}

/** Whether each virtual user has its own value of this text. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && value.includes('{{');
}

/** Whether a value has a template anywhere. */
export function holdsTemplate(value: unknown): boolean {
  return textsIn(value).some(isTemplate);
}

/**
 * Refuses braces that are neither a variable nor a function: Artillery would send them unchanged.
 * @throws RunError that names the place
 */
export function assertTemplates(value: unknown, where: string): void {
  for (const inside of textsIn(value).flatMap(namesIn)) {
    if (variable.test(inside) || call.test(inside)) continue;
    throw new RunError(
      'config',
      `${where}: {{${inside}}} should be a variable, a path into one, or a function such as $randomString(10)`,
    );
  }
}

/**
 * Refuses a variable that isn't set: Artillery would send an empty text.
 * @throws Unset that names it
 */
export function assertSet(value: unknown, { vars, funcs = {} }: Context): void {
  for (const inside of textsIn(value).flatMap(namesIn)) {
    const name = inside.trim();
    const [, called] = call.exec(name) ?? [];
    if (called !== undefined && !(called in funcs)) {
      const known = Object.keys(funcs).join(', ');
      throw new Unset(`there is no function ${called} for templates; known are ${known}`);
    }
    if (called === undefined && valueAt(vars, name) === undefined) {
      throw new Unset(`the variable ${name} isn't set`);
    }
  }
}

/** The parts of a text in braces; Artillery reads three braces as two. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\{?([^{}]+)\}\}/g)].map(([, inside]) => inside as string);
}

/** All texts in a value, with its keys. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value?.constructor !== Object) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]);
}

/** As lodash reads a path. */
function valueAt(vars: Record<string, unknown>, path: string): unknown {
  if (path in vars) return vars[path];
  let value: unknown = vars;
  for (const key of path.match(/[^.[\]'"]+/g) ?? []) {
    value = (value as Record<string, unknown> | null | undefined)?.[key];
  }
  return value;
}
