import { RunError } from '../failures/error.ts';
import type { Context } from './artillery.ts';

/** Artillery's own: a variable, or a path into one. */
const variable = /^[\s$\w.[\]'"-]+$/;
/** Artillery's own: a function, with numbers or words. */
const call = /^\s*(\$[A-Za-z0-9_]+)\s*\([A-Za-z0-9_,\s]*\)\s*$/;

/** A template has a variable, or a function, that doesn't exist for this virtual user. */
export class Unset extends RunError {
  constructor(message: string) {
    super('variable', message);
  }
}

/** Whether a value of the script is filled in for each virtual user. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && value.includes('{{');
}

/** Whether anything in a value is. */
export function holdsTemplate(value: unknown): boolean {
  return textsIn(value).some(isTemplate);
}

/**
 * Artillery sends what is in braces as it stands if it's neither a variable nor a function.
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
 * Artillery fills in nothing for a variable that isn't set.
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

/** What a text has in braces; Artillery takes three braces for two. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\{?([^{}]+)\}\}/g)].map(([, inside]) => inside as string);
}

/** All texts in a value, its keys too. */
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
