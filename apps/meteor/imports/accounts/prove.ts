import { ContractError } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import pLimit from 'p-limit';
import { hooks } from '../app/hooks';
import { wrongPassword } from './passwords';

/** Who tries to log in, or to prove a password, and from where. */
interface Attempt {
  /** As it was given: whether an account is called that makes no difference. */
  name: string;
  address: string;
}

/** Each hash takes one of Node's four threads for a while, and files and names of hosts need threads too. */
const sideBySide = pLimit(2);

/**
 * Has somebody prove a password.
 * @param verify throws if it is wrong
 * @throws ContractError `403` if it is wrong, also if the account has none or a hash of an unknown kind;
 *   `too-many-requests`; what MongoDB throws
 */
export function prove<Result>({ name, address }: Attempt, verify: () => Promise<Result>): Promise<Result> {
  return hooks.logIn(name, address, () =>
    sideBySide(verify).catch((error) => {
      throw isOurs(error) ? error : wrongPassword();
    }),
  );
}

/** Has the passwords of new accounts hashed in the same turns. To be called once. */
export function hashInTurns(): void {
  const { createUserVerifyingEmail } = Accounts;
  // What the method `createUser` calls, without the log-in that follows it.
  Accounts.createUserVerifyingEmail = (options) => sideBySide(() => createUserVerifyingEmail(options));
}

/** Whether it was not the password that was wrong: the contract says what was, or MongoDB failed. */
function isOurs(error: unknown): boolean {
  return error instanceof ContractError || (error instanceof Error && error.name.startsWith('Mongo'));
}
