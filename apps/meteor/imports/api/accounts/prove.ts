import { ContractError } from '@meteor-vs-mean/contract';
import { type Attempt, assertNotThrottled, countFailure, forgive } from './failed-log-ins';
import { wrongPassword } from './passwords';

/**
 * Has somebody prove a password. A wrong one counts as a failed log-in.
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
