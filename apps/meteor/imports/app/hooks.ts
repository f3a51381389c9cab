import type { Socket } from 'node:net';
import type { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';

type Shown = Mongo.Cursor<{ _id: string }>;

/** The guards' hooks into the app. Without guards, everything is allowed at once. */
export interface Hooks {
  /**
   * Resolves when a snapshot may be sent to a client, with a function to call when it is sent or no longer needed.
   * @param shown finds its documents
   * @param isObsolete whether the subscription has ended
   */
  admit(connection: Meteor.Connection, shown: Shown, isObsolete: () => boolean): Promise<() => void>;
  /** Reads a method's result that may be as large as a snapshot. @param connection null for the server itself */
  read<Document extends { _id: string }>(
    connection: Meteor.Connection | null,
    found: Mongo.Cursor<Document>,
  ): Promise<Document[]>;
  /** A call changed this many documents, which are all delivered. @param connection as for `read` */
  changed(connection: Meteor.Connection | null, count: number): void;
  /**
   * Counts a log-in or log-out, because Meteor then runs the connection's subscriptions again.
   * @param connection as for `read`
   * @throws ContractError `too-many-requests`
   */
  resubscribe(connection: Meteor.Connection | null): void;
  /**
   * Verifies a password.
   * @param verify throws ContractError `403` if the password is wrong
   * @throws as `verify`, or ContractError `too-many-requests`
   */
  logIn<Result>(name: string, address: string, verify: () => Promise<Result>): Promise<Result>;
  /** Counts an account before it is created. @throws ContractError `too-many-requests` */
  signUp(address: string): void;
  /** Counts an HTTP request. @returns whether its address is still within its limit */
  request(address: string, what: 'page' | 'session'): boolean;
  /**
   * Like `admit`, for a page to be rendered.
   * @returns undefined if so many are waiting that this one would time out
   */
  page(connection: Socket): Promise<() => void> | undefined;
}

const nothing = () => {};

/** The guards replace these when they start. */
export const hooks: Hooks = {
  admit: async () => nothing,
  read: (_connection, found) => found.fetchAsync(),
  changed: nothing,
  resubscribe: nothing,
  logIn: (_name, _address, verify) => verify(),
  signUp: nothing,
  request: () => true,
  page: async () => nothing,
};
