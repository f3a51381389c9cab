import { createHash } from 'node:crypto';
import { limits, type User, username } from '@meteor-vs-mean/contract';
import { anyCase } from '@meteor-vs-mean/contract/account-names';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { Random } from 'meteor/random';
import { isRight, type SentPassword, wrongPassword } from './passwords';

type Verified = Pick<User, '_id' | 'services'>;

/**
 * Begins a session of an account for who knows its password, which Meteor then resumes. Meteor's own log-in would begin
 * it as well if the password was changed since it was verified, and keep all sessions that there ever were.
 * @returns the session's token
 * @throws ContractError `403`
 */
export async function beginSession(name: string, password: SentPassword): Promise<string> {
  const token = Random.secret();
  const session = { when: new Date(), hashedToken: createHash('sha256').update(token).digest('base64') };
  const newest = { $each: [session], $slice: -limits.sessionsPerAccount };
  // Whoever has an old hash has a new one behind the first log-in, with the same password.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const user = await findVerifiable(name);
    if (!(await isRight(user, password)) || !user) break;
    const change = { $push: { 'services.resume.loginTokens': newest } };
    if ((await Meteor.users.updateAsync(unchanged(user), change)) > 0) return token;
  }
  throw wrongPassword();
}

/** What can't be a name finds nobody: MongoDB would find `ada` by names that only look the same. */
async function findVerifiable(name: string): Promise<Verified | undefined> {
  if (!username.safeParse(name).success) return undefined;
  const options = { collation: anyCase, projection: { 'services.password': 1 } };
  const found = await Meteor.users.rawCollection().findOne({ username: name }, options);
  return (found as Verified | null) ?? undefined;
}

/** The user, if its password is still the one that was verified. */
function unchanged({ _id, services }: Verified): Mongo.Selector<Meteor.User> {
  const { argon2, bcrypt } = services?.password ?? {};
  return argon2 ? { _id, 'services.password.argon2': argon2 } : { _id, 'services.password.bcrypt': bcrypt };
}
