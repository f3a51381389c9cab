import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { read } from '../imports/guards/snapshots';

vi.mock('meteor/meteor', () => ({ Meteor: { server: { sessions: new Map() } } }));
vi.mock('meteor/mongo', () => ({ MongoInternals: {} }));
vi.mock('meteor/webapp', () => ({ WebApp: {} }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const page = [{ _id: 'message' }];

/** A client, reduced to its DDP connection and the unsent bytes of the server's socket. */
function connect() {
  const connection = { id: 'client' } as Meteor.Connection;
  const socket = { writableLength: 0, destroyed: false };
  const session = { socket: { _session: { recv: { connection: socket } } } };
  (Meteor.server.sessions as Map<string, unknown>).set(connection.id, session);
  return { connection, socket };
}

test('a client that requests page after page and reads none has to wait', async () => {
  const { connection, socket } = connect();
  const fetchAsync = vi.fn(async () => page);
  const found = { fetchAsync } as unknown as Mongo.Cursor<(typeof page)[0]>;
  expect(await read(connection, found)).toEqual(page);
  socket.writableLength = 300_000; // unread data from Meteor
  const next = read(connection, found);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetchAsync).toHaveBeenCalledTimes(1);
  socket.writableLength = 0;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await next).toEqual(page);
});
