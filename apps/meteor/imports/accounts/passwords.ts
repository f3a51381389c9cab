import { argon2Cost, ContractError, type User } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import { z } from 'zod';

/** A password as Meteor's client sends it; a client without SHA-256 may send plain text. */
export const sentPassword = z.union([
  z.string().max(256),
  z.strictObject({ digest: z.string().length(64), algorithm: z.literal('sha-256') }),
]);
export type SentPassword = z.output<typeof sentPassword>;

const { memoryCost_KiB, timeCost, parallelism } = argon2Cost;

/** No password matches this hash, and verifying it costs as much as any other. */
const nobody = {
  _id: '',
  services: {
    password: {
      argon2: `$argon2id$v=19$m=${memoryCost_KiB},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    },
  },
};

/** One message for all causes, so that it doesn't reveal whether the account exists. */
export function wrongPassword(): ContractError {
  return new ContractError('403', 'Wrong name or password');
}

/**
 * Whether this is the account's password.
 *
 * The time of the answer must not reveal whether the account exists, so a missing account or an unreadable hash also
 * costs a verification.
 */
export async function isRight(
  user: Pick<User, '_id' | 'services'> | undefined,
  password: SentPassword,
): Promise<boolean> {
  try {
    const { error } = await Accounts._checkPasswordAsync(user ?? nobody, password);
    return error === undefined;
  } catch {
    // Meteor can't read the hash, so it hasn't verified anything. This needs no query.
    await Accounts._checkPasswordAsync(nobody, password);
    return false;
  }
}
