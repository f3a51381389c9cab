import type { User } from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';
import { type Account, findSession, oldestStart, type Session } from './sessions.ts';

/** A connection that lasts, and that ends with its session. */
export interface Connection {
  close(): void;
}

/** An admission under way, and whose accounts changed since it began; `anybody`: any may have. */
type Admission = Set<string>;
const anybody = '';

export interface LiveSessionsContext {
  users: Collection<User>;
  log(line: string): void;
  /** How often sessions are looked through for those that are past their age. */
  expiryCheck_ms: number;
}

/**
 * The sessions that connections of this server were opened with. When one ends, whoever ended it and wherever, its
 * connections are closed: their clients come back, and are guests then.
 */
export class LiveSessions {
  readonly #context: LiveSessionsContext;
  readonly #byUser = new Map<string, Map<Connection, Session>>();
  readonly #admissions = new Set<Admission>();
  readonly #timer: NodeJS.Timeout;
  #isStopping = false;

  constructor(context: LiveSessionsContext) {
    this.#context = context;
    this.#timer = setInterval(() => void this.expire(), context.expiryCheck_ms);
    this.#timer.unref();
  }

  /**
   * Ties a connection to a session.
   * @returns whose it is; undefined if there is no such session (any more), which makes it a guest's
   */
  async admit(hashedToken: string, connection: Connection): Promise<Account | undefined> {
    const admission: Admission = new Set();
    this.#admissions.add(admission);
    try {
      for (;;) {
        admission.clear();
        const session = await findSession(this.#context.users, hashedToken);
        if (!session) return undefined;
        const { userId } = session.account;
        // It may have ended since it was read, when this connection wasn't known yet.
        if (admission.has(userId) || admission.has(anybody)) continue;
        const ofUser = this.#byUser.get(userId) ?? new Map<Connection, Session>();
        this.#byUser.set(userId, ofUser.set(connection, session));
        return session.account;
      }
    } finally {
      this.#admissions.delete(admission);
    }
  }

  /** When a connection has closed. */
  forget(userId: string, connection: Connection): void {
    const ofUser = this.#byUser.get(userId);
    ofUser?.delete(connection);
    if (ofUser?.size === 0) this.#byUser.delete(userId);
  }

  /** The account's document was written, or removed. Resolves once what had to be closed is. */
  changed(userId: string): Promise<void> {
    for (const admission of this.#admissions) admission.add(userId);
    return this.#check([userId]);
  }

  /** Any account's may have been. */
  missed(): Promise<void> {
    for (const admission of this.#admissions) admission.add(anybody);
    return this.#check([...this.#byUser.keys()]);
  }

  /** Ends the sessions that are past their age: here, and in the database. */
  async expire(): Promise<void> {
    const oldest = oldestStart();
    for (const ofUser of this.#byUser.values()) {
      for (const [connection, { when }] of ofUser) if (when < oldest) connection.close();
    }
    const isOver = { when: { $lt: oldest } };
    await this.#context.users
      .updateMany(
        { 'services.resume.loginTokens.when': isOver.when },
        { $pull: { 'services.resume.loginTokens': isOver } },
      )
      .catch((error) => this.#log(`sessions past their age: could not be removed: ${error}`));
  }

  /** From now on what fails is no news. */
  stop(): void {
    clearInterval(this.#timer);
    this.#isStopping = true;
  }

  /** Closes the connections whose sessions aren't what they were. */
  async #check(userIds: readonly string[]): Promise<void> {
    const connected = userIds.filter((userId) => this.#byUser.has(userId));
    if (connected.length === 0) return;
    const found = new Map<string, User>();
    try {
      const fields = { username: 1, 'services.resume.loginTokens': 1 };
      const cursor = this.#context.users.find({ _id: { $in: connected } }, { projection: fields });
      for await (const user of cursor) found.set(user._id, user);
    } catch (error) {
      // Who can't be asked about is let go: their clients come back, and are asked about then.
      this.#log(`sessions of ${connected.length} accounts: could not be checked: ${error}`);
    }
    for (const userId of connected) {
      const user = found.get(userId);
      const tokens = new Set(user?.services?.resume?.loginTokens?.map(({ hashedToken }) => hashedToken));
      for (const [connection, { account, hashedToken }] of this.#byUser.get(userId) ?? []) {
        if (user?.username !== account.username || !tokens.has(hashedToken)) connection.close();
      }
    }
  }

  #log(line: string): void {
    if (!this.#isStopping) this.#context.log(line);
  }
}
