import { setTimeout as sleep } from 'node:timers/promises';
import { toWire } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { call, createdAt, Follower, type Stored, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;
let follower: Follower;

beforeEach(async () => {
  testbed = await openTestbed({ mongo: { url: '' } });
  server = await startApp(testbed);
  await server.addLists('l');
  await todos().insertMany([todo('one'), todo('two')]);
  follower = await Follower.subscribe(await server.connect(), 'todos.byList', { listId: 'l' });
});
afterEach(() => testbed?.close());

const todos = () => server.db.collection<Stored>('todos');
const todo = (_id: string) => ({ _id, listId: 'l', text: _id, done: false, createdAt: createdAt(0) });

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isReached())) await sleep(20);
}

async function expectAgreement(lastId: string): Promise<void> {
  await todos().insertOne(todo(lastId));
  await follower.until(({ documents }) => documents.has(lastId));
  follower.check();
  expect(follower.sorted).toEqual(toWire(await todos().find().sort({ _id: 1 }).toArray()));
}

describe('the change stream', () => {
  test('resumes when its cursor is killed', async () => {
    const admin = server.db.client.db('admin');
    const cursors = await admin
      .aggregate([
        { $currentOp: { idleCursors: true, allUsers: true } },
        { $match: { 'cursor.tailable': true } },
      ])
      .toArray();
    expect(cursors).toHaveLength(1); // one per server, however many clients it has
    await server.db.command({ killCursors: '$cmd.aggregate', cursors: [cursors[0]?.cursor.cursorId] });
    await todos().deleteOne({ _id: 'one' });
    await expectAgreement('three');
    expect((await server.health()).resyncs).toBe(0);
  });

  test('goes on where it was when mongod is killed and comes back', async () => {
    await testbed.mongo.kill();
    await until(async () => (await fetch(`${server.url}/ready`)).status === 503);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    await testbed.mongo.restart();
    await todos().updateOne({ _id: 'one' }, { $set: { done: true } });
    await todos().deleteOne({ _id: 'two' });
    await expectAgreement('three');
    await until(async () => (await fetch(`${server.url}/ready`)).status === 200);
    expect(follower.short).toEqual(['changed one', 'removed two', 'added three']);
    expect((await server.health()).resyncs).toBe(0);
  });

  test('begins anew and sends what differs when its history is lost', async () => {
    // Another replica set at the same address: its oplog doesn't go back to the token.
    const port = Number(new URL(testbed.mongo.url).port);
    await testbed.mongo.stop();
    // MongoDB's clock counts writes within a second: the new history has to begin in a later one than the token's.
    await sleep(1100);
    const other = await openTestbed({ mongo: { url: '', port } });
    onTestFinished(() => other.close());
    await server.addLists('l');
    await todos().insertMany([{ ...todo('two'), done: true }, todo('three')]);
    await follower.until(({ documents }) => documents.has('three'));
    await expectAgreement('four');
    expect((await server.health()).resyncs).toBe(1);
    expect(server.logged.join('\n')).toMatch(/can't resume, sending snapshots again/);
  });

  test('notices that a collection or the database was dropped', async () => {
    await todos().drop();
    await follower.until(({ documents }) => documents.size === 0);
    await expectAgreement('three');
    await server.db.dropDatabase();
    await follower.until(({ documents }) => documents.size === 0);
    await until(() => server.logged.some((line) => line.includes('the database was dropped')));
    await server.addLists('l');
    await expectAgreement('four');
  });

  test('notices that a collection was renamed and another took its name', async () => {
    await server.db.collection<Stored>('spare').insertOne(todo('spare'));
    await server.db.renameCollection('spare', 'todos', { dropTarget: true });
    await follower.until(({ ids }) => ids.join() === 'spare');
    await expectAgreement('three');
  });
});

test('without MongoDB a method soon returns internal-error', async () => {
  const socket = await server.connect();
  await testbed.mongo.kill();
  await expect(call(socket, 'rooms.insert', { _id: 'r', name: 'r' })).rejects.toThrow('internal-error');
  await expect(Follower.subscribe(socket, 'rooms.all')).rejects.toThrow('internal-error');
  await testbed.mongo.restart();
  await until(
    async () => (await call(socket, 'rooms.insert', { _id: 'r', name: 'r' }).catch(() => '')) === 'r',
  );
  expect((await Follower.subscribe(socket, 'rooms.all')).ids).toEqual(['r']);
});
