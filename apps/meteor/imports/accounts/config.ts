import { argon2Cost, limits, parse, username } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import { Meteor } from 'meteor/meteor';
import { z } from 'zod';

/** The document of a new account, of which the client only sets name and password. */
const newUser = z.strictObject({
  _id: z.string(),
  createdAt: z.date(),
  username,
  services: z.strictObject({ password: z.strictObject({ argon2: z.string() }) }),
});

/** Configures accounts: their document, the password hash and how long sessions last. */
export function configureAccounts(): void {
  Accounts.config({
    argon2Enabled: true,
    argon2Type: 'argon2id',
    argon2TimeCost: argon2Cost.timeCost,
    argon2MemoryCost: argon2Cost.memoryCost_KiB,
    argon2Parallelism: argon2Cost.parallelism,
    loginExpirationInDays: limits.session_days,
    ambiguousErrorMessages: true,
  });
  Accounts.setDefaultPublishFields({ username: 1 });
  // Meteor lets a client write its own `profile`.
  Meteor.users.deny({ update: () => true });
  Accounts.validateNewUser((user: Meteor.User) => {
    parse(newUser, user, 'createUser');
    return true;
  });
}
