import { ContractError } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import pLimit, { type LimitFunction } from 'p-limit';
import { allowances } from '../api/accounts/allowances';
import { type Attempt, assertNotThrottled, countFailure, forgive } from '../api/accounts/failed-log-ins';
import { wrongPassword } from './passwords';

/** Attempts that may wait for their turn, beyond those that an address may fail at. */
const patience = 10;

/** By address: what is being tried from there, and what waits for that. */
const queues = new Map<string, LimitFunction>();

/** Each hash takes one of Node's four threads for a while, and files and names of hosts need threads too. */
const sideBySide = pLimit(2);

/**
 * Has somebody prove a password. A wrong one counts as a failed log-in. From one address they are verified one after the
 * other: what is refused by then costs no verification.
 * @param verify throws if it is wrong
 * @throws ContractError `403` if it is wrong, also if the account has none or a hash of an unknown kind;
 *   `too-many-requests`; what MongoDB throws
 */
export async function prove<Result>(attempt: Attempt, verify: () => Promise<Result>): Promise<Result> {
  const { address } = attempt;
  const queue = queues.get(address) ?? pLimit(1);
  if (queue.pendingCount >= allowances.loginsPerAddress.count + patience) {
    throw new ContractError('too-many-requests', 'Too many log in at once: try again in a moment');
  }
  queues.set(address, queue);
  try {
    return await queue(() => sideBySide(() => tryNext(attempt, verify)));
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(address);
  }
}

/** Has the passwords of new accounts hashed in the same turns. To be called once. */
export function hashInTurns(): void {
  const { createUserVerifyingEmail } = Accounts;
  // What the method `createUser` calls, without the log-in that follows it.
  Accounts.createUserVerifyingEmail = (options) => sideBySide(() => createUserVerifyingEmail(options));
}

async function tryNext<Result>(attempt: Attempt, verify: () => Promise<Result>): Promise<Result> {
  assertNotThrottled(attempt);
  // Before it is known, so that of those from several addresses none slips through.
  countFailure(attempt);
  try {
    const result = await verify();
    forgive(attempt);
    return result;
  } catch (error) {
    if (!isOurs(error)) throw wrongPassword();
    forgive(attempt);
    throw error;
  }
}

/** Whether it was not the password that was wrong: MongoDB failed, or too many wait for a turn. */
function isOurs(error: unknown): boolean {
  if (error instanceof ContractError) return error.code !== '403';
  return error instanceof Error && error.name.startsWith('Mongo');
}
