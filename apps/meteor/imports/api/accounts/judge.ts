import { ContractError } from '@meteor-vs-mean/contract';
import { type Attempt, assertNotThrottled, countFailure, forgive } from './failed-log-ins';

/** One sentence for all that may be wrong: it must not tell whether there is such an account. */
function wrongPassword(): ContractError {
  return new ContractError('403', 'Wrong name or password');
}

/** How a log-in would end. */
export interface Outcome {
  isRight: boolean;
  /** Whether a password was verified for that: there may be no account of that name, or none that has one. */
  wasVerified: boolean;
}

/**
 * Has the last word on a log-in.
 * @param verifyForNobody costs what verifying a password costs
 * @throws ContractError `403` if it is wrong; `too-many-requests`, right or wrong
 */
export async function judge(
  { isRight, wasVerified }: Outcome,
  attempt: Attempt,
  verifyForNobody: () => Promise<void>,
): Promise<void> {
  // How long an answer takes must not tell either.
  if (!wasVerified) await verifyForNobody();
  // Of many at once all were let through to here. Nothing comes between this and the count.
  assertNotThrottled(attempt);
  if (isRight) return;
  countFailure(attempt);
  throw wrongPassword();
}

/**
 * Has somebody who is logged in prove their password. A wrong one counts as a failed log-in.
 * @param verify throws if it is wrong
 * @throws ContractError `403` if it is wrong, also if the account has none or a hash of an unknown kind;
 *   `too-many-requests`; what MongoDB throws
 */
export async function prove<Result>(attempt: Attempt, verify: () => Promise<Result>): Promise<Result> {
  assertNotThrottled(attempt);
  // Before it is known, so that of many at once none slips through.
  countFailure(attempt);
  try {
    const result = await verify();
    forgive(attempt);
    return result;
  } catch (error) {
    if (!isOfMongo(error)) throw wrongPassword();
    forgive(attempt);
    throw error;
  }
}

/** Whether it was MongoDB that failed, and not the password. */
function isOfMongo(error: unknown): boolean {
  return error instanceof Error && error.name.startsWith('Mongo');
}
