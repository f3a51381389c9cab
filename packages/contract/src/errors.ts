import type { z } from 'zod';

/**
 * The codes that a client sees, the same on both stacks.
 * `404` is what Meteor answers to the name of a method or publication that it doesn't know, and `403` what its accounts
 * answer to a wrong name or password, to a name that is taken and to a session that has ended; MEAN answers the same.
 */
export const errorCodes = [
  'validation-error',
  'not-found',
  'not-owner',
  /** The caller may see it, but may not do that with it; or must be logged in for it. */
  'not-authorized',
  'duplicate-id',
  /** An account is called that: nobody else may go by its name. */
  'name-taken',
  'limit-reached',
  'too-many-requests',
  'internal-error',
  '403',
  '404',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** An error meant for the client: a code from the contract, and a sentence for a person. */
export class ContractError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'ContractError';
    this.code = code;
  }
}

/** What is said to whoever makes what is there already. */
export function alreadyThere(): ContractError {
  return new ContractError('duplicate-id', 'There is already one with this id');
}

/** An insert that would pass a limit. @param what for people, in the plural */
export function limitReached({ most, what }: { most: number; what: string }): ContractError {
  return new ContractError('limit-reached', `There may be ${most} ${what} at most`);
}

/** Longest that an error says of what is wrong with an input. */
const longestReasons = 500;

/**
 * Validates what came from outside.
 * @param what names the input in the message, e.g. `todos.insert`
 * @throws ContractError `validation-error`, naming each field that is wrong and why
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  what: string,
): z.output<Schema> {
  if (isValue(input)) throw new ContractError('validation-error', `${what}: fields are expected`);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw new ContractError('validation-error', `${what}: ${shortened(reasons.join('; '))}`);
}

/** Reasons name what was sent, which may be long. */
function shortened(reasons: string): string {
  return reasons.length > longestReasons ? `${reasons.slice(0, longestReasons)}…` : reasons;
}

/** A date, or bytes, or what else a wire makes of JSON: it has no fields, so that a schema without fields would take it. */
function isValue(input: unknown): boolean {
  const tag = Object.prototype.toString.call(input);
  return typeof input === 'object' && !['[object Object]', '[object Array]', '[object Null]'].includes(tag);
}
