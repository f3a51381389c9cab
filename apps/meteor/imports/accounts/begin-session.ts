import { createHash } from 'node:crypto';
import { limits, type User, username } from '@meteor-vs-mean/contract';
import { anyCase } from '@meteor-vs-mean/contract/account-names';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { Random } from 'meteor/random';
import { isRight, type SentPassword, wrongPassword } from './passwords';

type Verified = Pick<User, '_id' | 'services'>;

/**
 * Starts a session after the password was verified; the client then resumes it. Meteor's own log-in would also start
 * one if the password has changed since it was verified, and keep all earlier sessions.
 * @returns the session's token
 * @throws ContractError `403`
 */
export async function beginSession(name: string, password: SentPassword): Promise<string> {
  const token = Random.secret();
  const session = { when: new Date(), hashedToken: createHash('sha256').update(token).digest('base64') };
  const newest = { $each: [session], $slice: -limits.sessionsPerAccount };
  // An account with an old hash gets a new one at its first log-in, with the same password.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const user = await findVerifiable(name);
    if (!(await isRight(user, password)) || !user) break;
    const change = { $push: { 'services.resume.loginTokens': newest } };
    if ((await Meteor.users.updateAsync(unchanged(user), change)) > 0) return token;
  }
  throw wrongPassword();
}

/** An invalid name finds nobody; MongoDB's collation would match names that only look like it. */
async function findVerifiable(name: string): Promise<Verified | undefined> {
  if (!username.safeParse(name).success) return undefined;
  const options = { collation: anyCase, projection: { 'services.password': 1 } };
  const found = await Meteor.users.rawCollection().findOne({ username: name }, options);
  return (found as Verified | null) ?? undefined;
}

/** The user, if its password is still the verified one. */
function unchanged({ _id, services }: Verified): Mongo.Selector<Meteor.User> {
  const { argon2, bcrypt } = services?.password ?? {};
  return argon2 ? { _id, 'services.password.argon2': argon2 } : { _id, 'services.password.bcrypt': bcrypt };
}
