import type { z } from 'zod';

/**
 * The codes that a client sees, the same on both stacks.
 * Meteor returns `404` for the unknown name of a method or publication. Its accounts packages return `403` for a wrong
 * name or password, a name that is taken, and a session that has ended. MEAN returns the same codes.
 */
export const errorCodes = [
  'validation-error',
  'not-found',
  'not-owner',
  /** The caller may see the document but may not do that with it, or must log in first. */
  'not-authorized',
  'duplicate-id',
  /** An account has this name, so nobody else may use it. */
  'name-taken',
  'limit-reached',
  'too-many-requests',
  'internal-error',
  '403',
  '404',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** An error meant for the client: a code from the contract, and a sentence for the user. */
export class ContractError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'ContractError';
    this.code = code;
  }
}

/** The error of an insert whose id exists already. */
export function duplicateId(): ContractError {
  return new ContractError('duplicate-id', 'This id exists already');
}

/** The error of an insert that would exceed a limit. @param what a plural noun for the message */
export function limitReached({ most, what }: { most: number; what: string }): ContractError {
  return new ContractError('limit-reached', `The limit is ${most} ${what}`);
}

/** The longest description of an invalid input. */
const longestReasons = 500;

/**
 * Validates input from outside.
 * @param what names the input in the message, e.g. `todos.insert`
 * @throws ContractError `validation-error`, with each invalid field and the reason
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  what: string,
): z.output<Schema> {
  if (isValue(input)) throw new ContractError('validation-error', `${what}: expected an object with fields`);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw new ContractError('validation-error', `${what}: ${shortened(reasons.join('; '))}`);
}

/** Reasons quote the input, which may be long. */
function shortened(reasons: string): string {
  return reasons.length > longestReasons ? `${reasons.slice(0, longestReasons)}…` : reasons;
}

/** A date, bytes or another object without fields of its own, which a schema without fields would accept. */
function isValue(input: unknown): boolean {
  const tag = Object.prototype.toString.call(input);
  return typeof input === 'object' && !['[object Object]', '[object Array]', '[object Null]'].includes(tag);
}
