import { argon2Cost, type User } from '@meteor-vs-mean/contract';
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
