import { ContractError, parse, password, username } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import { Meteor } from 'meteor/meteor';
import { z } from 'zod';
import { hooks } from '../app/hooks';
import { beginSession } from './begin-session';
import { accountOf } from './names';
import { sentPassword } from './passwords';
import { hashInTurns, prove } from './prove';
import { wrapMethod } from './wrap-method';

const logIn = z.strictObject({
  user: z.strictObject({ username: z.string().max(256) }),
  password: sentPassword,
});
const resume = z.strictObject({ resume: z.string() });
/** A digest has no length to check: the page enforces that limit. */
const chosenPassword = z.union([password, sentPassword.options[1]]);
const signUp = z.strictObject({ username, password: chosenPassword });

/**
 * Slows down clients that guess passwords, without revealing anything. Meteor's accounts return their own errors;
 * invalid or throttled calls return the contract's.
 */
export function guardLogIns(): void {
  // Meteor's rule is 5 calls in 10 s from one connection, right or wrong. Ours counts failures, as on MEAN.
  Accounts.removeDefaultRateLimit();
  // Another token could outlive a change of the password. Our page doesn't need one.
  delete Meteor.server.method_handlers.getNewToken;

  hashInTurns();

  wrapMethod('login', async function (original, options) {
    const input = parse(z.union([logIn, resume]), options, 'login');
    hooks.resubscribe(this.connection);
    if ('resume' in input) return original(input);
    const { user, password } = input;
    const attempt = { name: user.username, address: addressOf(this.connection) };
    const token = await prove(attempt, () => beginSession(user.username, password));
    // The page learns how it was logged in.
    return { ...((await original({ resume: token })) as object), type: 'password' };
  });

  wrapMethod('createUser', async function (original, options) {
    parse(signUp, options, 'createUser');
    hooks.resubscribe(this.connection);
    hooks.signUp(addressOf(this.connection));
    return original(options);
  });

  wrapMethod('changePassword', async function (original, oldPassword, newPassword) {
    const { userId } = this;
    if (!userId) throw new ContractError('not-authorized', 'Log in first');
    parse(z.tuple([sentPassword, chosenPassword]), [oldPassword, newPassword], 'changePassword');
    const attempt = { name: (await accountOf(userId)).username, address: addressOf(this.connection) };
    // Of two concurrent changes the second is verified after the first, so its old password is wrong.
    return prove(attempt, () => original(oldPassword, newPassword));
  });
}

/** @param connection null for a call by the server itself */
function addressOf(connection: Meteor.Connection | null): string {
  return connection?.clientAddress ?? '';
}
