import type { Fields } from './fields.ts';

/** How many subscribers share one live query: all of them, ten, or one. */
export const audiences = ['one', 'ten', 'own'] as const;
export type Audience = (typeof audiences)[number];

/** @returns how many subscribers share one live query; undefined: all of them */
export function subscribersIn(audience: Audience): number | undefined {
  return { one: undefined, ten: 10, own: 1 }[audience];
}

/**
 * Reads `audience` of the engine's options: `one`, `ten`, `own`, or a number of subscribers. `$audience` means the variable
 * of that name, which `-v` can set. A template would not work: Artillery fills in the options before it knows the script's
 * variables.
 * @param variables `config.variables` of the script
 * @returns how many subscribers share one live query; undefined: all of them
 */
export function audienceFrom(fields: Fields, variables: unknown): number | undefined {
  const given = fields.any('audience');
  if (given === undefined) return undefined;
  const [, name] = /^\$(\w+)$/.exec(String(given)) ?? [];
  const value = name === undefined ? given : (variables as Record<string, unknown> | undefined)?.[name];
  const audience = audiences.find((one) => one === value);
  if (audience !== undefined) return subscribersIn(audience);
  const size = Number(value);
  if (value !== '' && Number.isSafeInteger(size) && size > 0) return size;
  const right = `${audiences.join(', ')} or a number of subscribers from 1 up`;
  if (name === undefined) return fields.fail('audience', right);
  return fields.fail(
    'audience',
    `the name of a variable that is ${right} (${name} is ${JSON.stringify(value)})`,
  );
}
