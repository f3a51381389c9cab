import { ContractError } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import pLimit from 'p-limit';
import { hooks } from '../app/hooks';
import { wrongPassword } from './passwords';

/** An attempt to prove a password: the account's name and the client's address. */
interface Attempt {
  /** As typed; the account may not exist. */
  name: string;
  address: string;
}

/** Each hash occupies one of Node's four threads, which files and DNS lookups also need. */
const sideBySide = pLimit(2);

/**
 * Verifies a password.
 * @param verify throws if the password is wrong
 * @throws ContractError `403` if it is wrong, or if the account has no hash or one of an unknown kind;
 *   `too-many-requests`; MongoDB's errors
 */
export function prove<Result>({ name, address }: Attempt, verify: () => Promise<Result>): Promise<Result> {
  return hooks.logIn(name, address, () =>
    sideBySide(verify).catch((error) => {
      throw isOurs(error) ? error : wrongPassword();
    }),
  );
}

/** Makes hashes of new passwords take the same turns. Call it once. */
export function hashInTurns(): void {
  const { createUserVerifyingEmail } = Accounts;
  // The method `createUser` calls this, without the log-in after it.
  Accounts.createUserVerifyingEmail = (options) => sideBySide(() => createUserVerifyingEmail(options));
}

/** Whether an error means something else than a wrong password: the contract's error, or a failure of MongoDB. */
function isOurs(error: unknown): boolean {
  return error instanceof ContractError || (error instanceof Error && error.name.startsWith('Mongo'));
}
