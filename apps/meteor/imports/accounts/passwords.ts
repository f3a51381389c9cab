import { argon2Cost, ContractError, type User } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import { z } from 'zod';

/** A password as Meteor's client sends it; a client without SHA-256 may send its text. */
export const sentPassword = z.union([
  z.string().max(256),
  z.strictObject({ digest: z.string().length(64), algorithm: z.literal('sha-256') }),
]);
export type SentPassword = z.output<typeof sentPassword>;

const { memoryCost_KiB, timeCost, parallelism } = argon2Cost;

/** No text has this hash; to find that out costs as much as with any other. */
const nobody = {
  _id: '',
  services: {
    password: {
      argon2: `$argon2id$v=19$m=${memoryCost_KiB},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    },
  },
};

/** One sentence for all that may be wrong: it must not tell whether there is such an account. */
export function wrongPassword(): ContractError {
  return new ContractError('403', 'Wrong name or password');
}

/**
 * Whether that is the password of the account.
 *
 * How long an answer takes must not tell whether there is such an account: to verify costs the same for one that isn't
 * there, or whose hash can't be read.
 */
export async function isRight(
  user: Pick<User, '_id' | 'services'> | undefined,
  password: SentPassword,
): Promise<boolean> {
  try {
    const { error } = await Accounts._checkPasswordAsync(user ?? nobody, password);
    return error === undefined;
  } catch {
    // Meteor can't read its hash, and hasn't verified anything. MongoDB isn't asked for this.
    await Accounts._checkPasswordAsync(nobody, password);
    return false;
  }
}
