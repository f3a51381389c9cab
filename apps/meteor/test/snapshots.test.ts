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

/** What of a client counts: its DDP connection, and what the server's socket to it still holds. */
function connect() {
  const connection = { id: 'client' } as Meteor.Connection;
  const socket = { writableLength: 0, destroyed: false };
  const session = { socket: { _session: { recv: { connection: socket } } } };
  (Meteor.server.sessions as Map<string, unknown>).set(connection.id, session);
  return { connection, socket };
}

test('who asks for page after page and reads none of them waits', async () => {
  const { connection, socket } = connect();
  const fetchAsync = vi.fn(async () => page);
  const found = { fetchAsync } as unknown as Mongo.Cursor<(typeof page)[0]>;
  expect(await read(connection, found)).toEqual(page);
  socket.writableLength = 300_000; // what Meteor sends of it
  const next = read(connection, found);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetchAsync).toHaveBeenCalledTimes(1);
  socket.writableLength = 0;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await next).toEqual(page);
});
