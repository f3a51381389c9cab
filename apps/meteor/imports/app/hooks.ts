import type { Socket } from 'node:net';
import type { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';

type Shown = Mongo.Cursor<{ _id: string }>;

/** What the app asks and reports while it serves. An app without guards lets everybody do everything at once. */
export interface Hooks {
  /**
   * Resolves when a snapshot may be sent to a client, with what is to be called once it was sent, or won't be.
   * @param shown finds what is in it
   * @param isObsolete whether nobody wants it any more
   */
  admit(connection: Meteor.Connection, shown: Shown, isObsolete: () => boolean): Promise<() => void>;
  /** Reads what a method answers with, if that may be as large as a snapshot. @param connection null for the server itself */
  read<Document extends { _id: string }>(
    connection: Meteor.Connection | null,
    found: Mongo.Cursor<Document>,
  ): Promise<Document[]>;
  /** A call changed so many documents, and all of them are delivered. @param connection as of `read` */
  changed(connection: Meteor.Connection | null, count: number): void;
  /**
   * Counts what it costs that a connection becomes another account's, or a guest's: Meteor begins its subscriptions again.
   * @param connection as of `read`
   * @throws ContractError `too-many-requests`
   */
  resubscribe(connection: Meteor.Connection | null): void;
  /**
   * Has somebody prove a password.
   * @param verify throws ContractError `403` if it is wrong
   * @throws what `verify` throws, or ContractError `too-many-requests`
   */
  logIn<Result>(name: string, address: string, verify: () => Promise<Result>): Promise<Result>;
  /** Counts an account that is about to be made. @throws ContractError `too-many-requests` */
  signUp(address: string): void;
  /** Counts a request over HTTP. @returns whether its address may ask once more */
  request(address: string, what: 'page' | 'session'): boolean;
  /**
   * As `admit`, of a page that is to be rendered.
   * @returns undefined if so many wait that its time would be over when its turn comes
   */
  page(connection: Socket): Promise<() => void> | undefined;
}

const nothing = () => {};

/** When guards start, they replace these. */
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
