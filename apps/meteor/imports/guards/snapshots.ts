import type { Socket } from 'node:net';
import { cutIdleReaders, small } from '@meteor-vs-mean/guards/idle-readers';
import { type Receiver, SnapshotTurns } from '@meteor-vs-mean/guards/snapshot-turns';
import { WebApp } from 'meteor/webapp';
import type { Hooks } from '../app/hooks';
import { settings } from './settings';
import { sessionOf } from './streams';
import { weightOf } from './weight';

/** Pages that wait for their turn. */
const mostPagesWaiting = 8;

const connections = new Set<Socket>();
const log = (line: string): void => console.log(line);
const turns = new SnapshotTurns(settings.snapshotBytes, connections, log);
/** Of their own, so that subscribers wait no longer for many pages. */
const pageTurns = new SnapshotTurns(settings.snapshotBytes, connections, log);

/** Follows all connections, and ends those that stop reading: Meteor would keep what they don't take. */
export function watchConnections(): void {
  WebApp.httpServer.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  cutIdleReaders(connections, log);
}

/** Meteor sends as fast as MongoDB finds: a connection gets the next snapshot when it has taken the one before. */
export const admit: Hooks['admit'] = ({ id }, shown, isObsolete) => {
  const connection = sessionOf(id)?.socket._session.recv?.connection;
  return turns.begin(receiverAt(connection), { weigh: () => weightOf(shown), isObsolete });
};

export const read: Hooks['read'] = async (connection, found) => {
  const end = connection && (await admit(connection, found, () => false));
  try {
    return await found.fetchAsync();
  } finally {
    // Meteor sends what a method answers before anything else is done.
    if (end) setImmediate(end);
  }
};

export const page: Hooks['page'] = (connection) =>
  pageTurns.waiting < mostPagesWaiting ? pageTurns.begin(receiverAt(connection)) : undefined;

/** @param connection undefined between two requests of a client that polls */
function receiverAt(connection: Socket | undefined): Receiver {
  return {
    key: connection ?? {},
    name: `${connection?.remoteAddress}`,
    connection,
    get isGone() {
      return connection?.destroyed ?? false;
    },
    get hasTaken() {
      return (connection?.writableLength ?? 0) <= small;
    },
    // Meteor hands all of it to the connection.
    queued: 0,
    cut: () => connection?.destroy(),
  };
}
