import type { Socket } from 'node:net';
import { cutIdleReaders, small } from '@meteor-vs-mean/guards/idle-readers';
import { type Receiver, SnapshotTurns } from '@meteor-vs-mean/guards/snapshot-turns';
import { WebApp } from 'meteor/webapp';
import type { Hooks } from '../app/hooks';
import { settings } from './settings';
import { sessionOf } from './streams';
import { weightOf } from './weight';

/** Pages that may queue. */
const mostPagesWaiting = 8;

const connections = new Set<Socket>();
const log = (line: string): void => console.log(line);
const turns = new SnapshotTurns(settings.snapshotBytes, connections, log);
/** Separate turns, so that subscribers don't wait for many pages. */
const pageTurns = new SnapshotTurns(settings.snapshotBytes, connections, log);

/** Follows all connections, and cuts those that stop reading, because Meteor would keep their data. */
export function watchConnections(): void {
  WebApp.httpServer.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  cutIdleReaders(connections, log);
}

/** Meteor sends as fast as MongoDB reads, so a connection's next snapshot waits until it has read the previous one. */
export const admit: Hooks['admit'] = ({ id }, shown, isObsolete) => {
  const connection = sessionOf(id)?.socket._session.recv?.connection;
  return turns.begin(receiverAt(connection), { weigh: () => weightOf(shown), isObsolete });
};

export const read: Hooks['read'] = async (connection, found) => {
  const end = connection && (await admit(connection, found, () => false));
  try {
    return await found.fetchAsync();
  } finally {
    // Meteor sends a method's result before anything else runs.
    if (end) setImmediate(end);
  }
};

export const page: Hooks['page'] = (connection) =>
  pageTurns.waiting < mostPagesWaiting ? pageTurns.begin(receiverAt(connection)) : undefined;

/** @param connection undefined between two requests of a polling client */
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
    // Meteor passes all data to the connection.
    queued: 0,
    cut: () => connection?.destroy(),
  };
}
