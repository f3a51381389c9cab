import { randomInt } from 'node:crypto';
import {
  anyCase,
  ContractError,
  changePassword,
  limits,
  logIn,
  parse,
  removeAccount,
  signUp,
  type User,
  username as usernameSchema,
} from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../errors.ts';
import type { Hooks } from '../hooks.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { Passwords, Verdict } from './passwords.ts';
import { type Account, newToken, type Session } from './sessions.ts';

export interface AccountsContext {
  users: Collection<User>;
  passwords: Passwords;
  hooks: Pick<Hooks, 'logIn' | 'signUp'>;
  liveSessions: LiveSessions;
  /** Removes an account's lists, and its name from other documents. */
  removeAccountData(userId: string): Promise<void>;
}

/** A successful log-in: the account, and the token for its client. */
export interface LoggedIn {
  account: Account;
  token: string;
}

/** Meteor's alphabet for ids: without characters that look alike. */
const idCharacters = '23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz';
const tokens = 'services.resume.loginTokens';

/** All operations on accounts. Each takes a client's unvalidated input and address. */
export class Accounts {
  readonly #context: AccountsContext;

  constructor(context: AccountsContext) {
    this.#context = context;
  }

  /** @throws ContractError `validation-error`, `too-many-requests`, or `403` if the name is taken */
  async signUp(input: unknown, address: string): Promise<LoggedIn> {
    const { username, password } = parse(signUp, input, 'sign-up');
    const { users, passwords, hooks } = this.#context;
    hooks.signUp(address);
    const { token, stored } = newToken();
    const user: User = {
      _id: Array.from({ length: 17 }, () => idCharacters[randomInt(idCharacters.length)]).join(''),
      createdAt: new Date(),
      username,
      services: {
        password: { argon2: await passwords.hash(password) },
        resume: { loginTokens: [stored] },
      },
    };
    try {
      await users.insertOne(user);
    } catch (error) {
      throw isDuplicateKey(error) ? new ContractError('403', 'That name is taken') : error;
    }
    return { account: { userId: user._id, username }, token };
  }

  /** @throws ContractError `validation-error`, `too-many-requests`, or `403` if name or password is wrong */
  async logIn(input: unknown, address: string): Promise<LoggedIn> {
    const { username, password } = parse(logIn, input, 'log-in');
    const { users, hooks, liveSessions } = this.#context;
    const { user, verdict } = await hooks.logIn(username, address, async () =>
      this.#verify(await this.#named(username), password),
    );
    const { token, stored } = newToken();
    // Since the password was verified, it may have been changed, or the account deleted.
    const { matchedCount } = await users.updateOne(unchanged(user), {
      $push: { [tokens]: { $each: [stored], $slice: -limits.sessionsPerAccount } },
      ...(verdict === 'outdated' ? await this.#newPassword(password) : undefined),
    });
    if (matchedCount === 0) throw wrong();
    await liveSessions.changed(user._id); // the oldest session may have ended
    return { account: { userId: user._id, username: user.username }, token };
  }

  /** Ends one session. */
  async logOut({ account: { userId }, hashedToken }: Session): Promise<void> {
    await this.#context.users.updateOne({ _id: userId }, { $pull: { [tokens]: { hashedToken } } });
    await this.#context.liveSessions.changed(userId);
  }

  /** Ends all sessions of the account. */
  async logOutEverywhere({ account: { userId } }: Session): Promise<void> {
    await this.#context.users.updateOne({ _id: userId }, { $set: { [tokens]: [] } });
    await this.#context.liveSessions.changed(userId);
  }

  /**
   * Ends all other sessions of the account.
   * @throws ContractError `validation-error`, `too-many-requests`, or `403` if the old password is wrong
   */
  async changePassword(session: Session, input: unknown, address: string): Promise<void> {
    const { oldPassword, newPassword } = parse(changePassword, input, 'change of the password');
    const { users, liveSessions } = this.#context;
    const { userId } = session.account;
    const user = await this.#prove(session, oldPassword, address);
    const { matchedCount } = await users.updateOne(unchanged(user), {
      ...(await this.#newPassword(newPassword)),
      $pull: { [tokens]: { hashedToken: { $ne: session.hashedToken } } },
    });
    if (matchedCount === 0) throw wrong();
    await liveSessions.changed(userId);
  }

  /** @throws ContractError `validation-error`, `too-many-requests`, or `403` if the password is wrong */
  async remove(session: Session, input: unknown, address: string): Promise<void> {
    const { password } = parse(removeAccount, input, 'deletion of the account');
    const { users, liveSessions, removeAccountData } = this.#context;
    const { userId } = session.account;
    await this.#prove(session, password, address);
    // From here on no new log-in works. The account's document is removed last: after a crash the user can still log in
    // and delete the account again.
    await this.logOutEverywhere(session);
    await removeAccountData(userId);
    await users.deleteOne({ _id: userId });
    await liveSessions.changed(userId); // for a log-in that started before
    await removeAccountData(userId);
  }

  /** Verifies the password of a logged-in user. @returns the user */
  async #prove({ account }: Session, password: string, address: string): Promise<User> {
    const { users, hooks } = this.#context;
    const { user } = await hooks.logIn(account.username, address, async () =>
      this.#verify((await users.findOne({ _id: account.userId })) ?? undefined, password),
    );
    return user;
  }

  /** An invalid name finds nobody; MongoDB's collation would match names that only look like it. */
  async #named(username: string): Promise<User | undefined> {
    if (!usernameSchema.safeParse(username).success) return undefined;
    return (await this.#context.users.findOne({ username }, { collation: anyCase })) ?? undefined;
  }

  /** @throws ContractError `403`, which never reveals whether the name or the password is wrong */
  async #verify(
    user: User | undefined,
    password: string,
  ): Promise<{ user: User; verdict: Exclude<Verdict, 'wrong'> }> {
    const verdict = await this.#context.passwords.verify(user?.services?.password, password);
    if (!user || verdict === 'wrong') throw wrong();
    return { user, verdict };
  }

  async #newPassword(password: string) {
    return { $set: { 'services.password': { argon2: await this.#context.passwords.hash(password) } } };
  }
}

/** The user, if its password is still the verified one. */
function unchanged({ _id, services }: User) {
  const { argon2, bcrypt } = services?.password ?? {};
  return argon2 ? { _id, 'services.password.argon2': argon2 } : { _id, 'services.password.bcrypt': bcrypt };
}

function wrong(): ContractError {
  return new ContractError('403', 'Wrong name or password');
}
