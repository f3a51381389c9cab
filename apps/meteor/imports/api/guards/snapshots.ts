import type { Socket } from 'node:net';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { WebApp } from 'meteor/webapp';
import type { Session } from './refusals';
import { snapshotBytes } from './settings';
import { Standing } from './standing';
import { Turns } from './turns';
import { weightOf } from './weight';

/** In this time a connection has to take anything at all of what was sent to it, though nobody waits. */
const patience_ms = 30_000;
const look_ms = 5000;

/** Pages that wait for their turn. */
const mostPagesWaiting = 8;

const connections = new Set<Socket>();
const log = (line: string): void => console.log(line);
const turns = new Turns(snapshotBytes, connections, log);
/** Of their own, so that many pages let subscribers wait no longer. */
const pageTurns = new Turns(snapshotBytes, connections, log);

/** Follows all connections, and ends those that stop to read: Meteor would keep what they don't take. */
export function watchConnections(): void {
  WebApp.httpServer.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  const standing = new Standing(patience_ms, 1, log);
  setInterval(() => standing.cut(connections), look_ms).unref();
}

/**
 * Resolves when a snapshot may be sent to a client, with what is to be called once it was, or won't be.
 * @param shown finds what is in it
 * @param isOver whether nobody wants it any more
 */
export function takeTurn(
  { id }: Meteor.Connection,
  shown: Mongo.Cursor<{ _id: string }>,
  isOver: () => boolean,
): Promise<() => void> {
  const session = Meteor.server.sessions.get(id) as Session | undefined;
  const connection = session?.socket._session.recv?.connection;
  return turns.begin(connection, { weigh: () => weightOf(shown), isOver });
}

/**
 * Reads what a method answers with in a turn: a page of documents may be as large as a snapshot.
 * @param connection null for a call that the server makes itself
 */
export async function fetchInTurn<Document extends { _id: string }>(
  connection: Meteor.Connection | null,
  found: Mongo.Cursor<Document>,
): Promise<Document[]> {
  const end = connection && (await takeTurn(connection, found, () => false));
  try {
    return await found.fetchAsync();
  } finally {
    // Meteor sends what a method answers before anything else is done.
    if (end) setImmediate(end);
  }
}

/**
 * As `takeTurn`, of a page that is to be rendered for whoever asks over that connection.
 * @returns undefined if so many wait that its time would be over when its turn comes
 */
export function takePageTurn(connection: Socket): Promise<() => void> | undefined {
  return pageTurns.waiting < mostPagesWaiting ? pageTurns.begin(connection) : undefined;
}
