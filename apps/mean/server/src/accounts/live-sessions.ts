import type { User } from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';
import { type Account, findSession, oldestStart, type Session } from './sessions.ts';

/** A live connection that ends with its session. */
export interface Connection {
  close(): void;
}

/** The accounts that changed since an admission started; `anybody`: all may have. */
type Admission = Set<string>;
const anybody = '';

export interface LiveSessionsContext {
  users: Collection<User>;
  log(line: string): void;
  /** How often sessions are checked for expiry. */
  expiryCheck_ms: number;
}

/**
 * The sessions of this server's open connections. When a session ends, on any server, its connections are closed. Their
 * clients reconnect as guests.
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
   * Binds a connection to a session.
   * @returns its account; undefined for a guest, if the session doesn't exist or has ended
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
        // If the session ended since it was read, nobody closed this connection: read again.
        if (admission.has(userId) || admission.has(anybody)) continue;
        const ofUser = this.#byUser.get(userId) ?? new Map<Connection, Session>();
        this.#byUser.set(userId, ofUser.set(connection, session));
        return session.account;
      }
    } finally {
      this.#admissions.delete(admission);
    }
  }

  /** Call it when a connection has closed. */
  forget(userId: string, connection: Connection): void {
    const ofUser = this.#byUser.get(userId);
    ofUser?.delete(connection);
    if (ofUser?.size === 0) this.#byUser.delete(userId);
  }

  /** The account's document was changed or removed. Resolves when its ended sessions' connections are closed. */
  changed(userId: string): Promise<void> {
    for (const admission of this.#admissions) admission.add(userId);
    return this.#check([userId]);
  }

  /** Like `changed`, if changes of any account may have been missed. */
  missed(): Promise<void> {
    for (const admission of this.#admissions) admission.add(anybody);
    return this.#check([...this.#byUser.keys()]);
  }

  /** Ends expired sessions, here and in the database. */
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
      .catch((error) => this.#log(`could not remove expired sessions: ${error}`));
  }

  /** Errors after this aren't logged. */
  stop(): void {
    clearInterval(this.#timer);
    this.#isStopping = true;
  }

  /** Closes the connections whose sessions have ended. */
  async #check(userIds: readonly string[]): Promise<void> {
    const connected = userIds.filter((userId) => this.#byUser.has(userId));
    if (connected.length === 0) return;
    const found = new Map<string, User>();
    try {
      const fields = { username: 1, 'services.resume.loginTokens': 1 };
      const cursor = this.#context.users.find({ _id: { $in: connected } }, { projection: fields });
      for await (const user of cursor) found.set(user._id, user);
    } catch (error) {
      // Close connections that can't be checked: their clients reconnect and are checked then.
      this.#log(`could not check the sessions of ${connected.length} accounts: ${error}`);
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
