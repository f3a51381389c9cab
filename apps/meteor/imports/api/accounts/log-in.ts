import { ContractError, parse, password, username } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import { Meteor } from 'meteor/meteor';
import { z } from 'zod';
import { countAnew } from '../guards/subscriptions';
import { allowances } from './allowances';
import { type Attempt, assertNotThrottled } from './failed-log-ins';
import { judge, prove } from './judge';
import { findAccount, nameOf } from './names';
import { sentPassword, verifyForNobody } from './passwords';
import { Throttle } from './throttle';
import { wrapMethod } from './wrap-method';

const logIn = z.strictObject({
  user: z.strictObject({ username: z.string().max(256) }),
  password: sentPassword,
});
const resume = z.strictObject({ resume: z.string() });
/** A digest has no length to look at: there the page holds to the limit. */
const chosenPassword = z.union([password, sentPassword.options[1]]);
const signUp = z.strictObject({ username, password: chosenPassword });

/** Of what Meteor tells of a log-in or a sign-up, once it knows how that would end. */
interface Outcome {
  allowed: boolean;
  user?: Meteor.User;
  error?: unknown;
  methodName: string;
  methodArguments: unknown[];
  connection: Meteor.Connection;
}

const signUps = new Throttle(allowances.signUpsPerAddress);

/**
 * Slows down who guesses passwords, and tells them nothing. Meteor's accounts answer what they answer; what is malformed
 * or throttled is answered as by any method of the contract.
 */
export function guardLogIns(): void {
  // 5 calls in 10 s from one connection, right or wrong. Ours count failures, and are the same on both apps.
  Accounts.removeDefaultRateLimit();
  Accounts.validateLoginAttempt(validate);

  wrapMethod('login', async function (original, options) {
    const input = parse(z.union([logIn, resume]), options, 'login');
    countAnew(this.connection);
    // The hook is asked after the password was verified: who is throttled shall not cost that much.
    if ('user' in input) assertNotThrottled(attemptOf(input, this.connection));
    return original();
  });

  wrapMethod('createUser', async function (original, options) {
    parse(signUp, options, 'createUser');
    countAnew(this.connection);
    const address = addressOf(this.connection);
    const wait_ms = signUps.wait_ms(address);
    if (wait_ms > 0) {
      const sentence = `Too many sign-ups: try again in ${Math.ceil(wait_ms / 1000)} s`;
      throw new ContractError('too-many-requests', sentence);
    }
    signUps.count(address);
    return original();
  });

  wrapMethod('changePassword', async function (original, oldPassword, newPassword) {
    if (!this.userId) throw new ContractError('not-authorized', 'Log in first');
    parse(z.tuple([sentPassword, chosenPassword]), [oldPassword, newPassword], 'changePassword');
    const name = await nameOf(this.userId);
    return prove({ name, address: addressOf(this.connection) }, original);
  });
}

/** @throws what the caller is answered instead */
async function validate(outcome: Outcome): Promise<boolean> {
  const { allowed, user, error, methodName, methodArguments, connection } = outcome;
  const [options] = methodArguments as [object];
  if (methodName !== 'login' || !('user' in options)) return allowed;
  const input = options as z.output<typeof logIn>;
  const attempt = attemptOf(input, connection);
  // What isn't Meteor's refusal is a hash that it can't read; or MongoDB is out of reach, and this will say so.
  if (!allowed && !(error instanceof Meteor.Error)) await findAccount(attempt.name);
  const wasVerified = allowed || user !== undefined;
  await judge({ isRight: allowed, wasVerified }, attempt, () => verifyForNobody(input.password));
  return true;
}

function attemptOf({ user }: z.output<typeof logIn>, connection: Meteor.Connection | null): Attempt {
  return { name: user.username, address: addressOf(connection) };
}

/** @param connection null for a call that the server makes itself */
function addressOf(connection: Meteor.Connection | null): string {
  return connection?.clientAddress ?? '';
}
