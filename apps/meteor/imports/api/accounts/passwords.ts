import { argon2Cost, type User } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import { Meteor } from 'meteor/meteor';
import { z } from 'zod';
import { type Attempt, assertNotThrottled, countFailure, forgive } from './failed-log-ins';

/** A password as Meteor's client sends it; a client without SHA-256 may send its text. */
export const sentPassword = z.union([
  z.string().max(256),
  z.strictObject({ digest: z.string().length(64), algorithm: z.literal('sha-256') }),
]);
export type SentPassword = z.output<typeof sentPassword>;

/** One sentence for all that is wrong: it must not tell whether there is such an account. */
export function wrongPassword(): Meteor.Error {
  return new Meteor.Error(403, 'Wrong name or password');
}

const { memoryCost_KiB, timeCost, parallelism } = argon2Cost;

/** No text has this hash; to find that out costs as much as with any other. */
const nobody: User = {
  _id: '',
  createdAt: new Date(0),
  username: '',
  services: {
    password: {
      argon2: `$argon2id$v=19$m=${memoryCost_KiB},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    },
  },
};

/** Costs what a wrong password costs: how long an answer takes must not tell whether there is such an account. */
export async function verifyForNobody(password: SentPassword): Promise<void> {
  await Accounts._checkPasswordAsync(nobody, password);
}

/**
 * Has somebody who is logged in prove their password. A wrong one counts as a failed log-in.
 * @param verify throws if it is wrong
 * @throws Meteor.Error `403` if it is wrong, also if the account has none or a hash of an unknown kind;
 *   `too-many-requests`
 */
export async function prove<Result>(attempt: Attempt, verify: () => Promise<Result>): Promise<Result> {
  assertNotThrottled(attempt);
  countFailure(attempt);
  let result: Result;
  try {
    result = await verify();
  } catch {
    throw wrongPassword();
  }
  forgive(attempt);
  return result;
}
