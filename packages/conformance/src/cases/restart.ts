import { expect, vi } from 'vitest';
import { codeOf } from '../errors.ts';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';

/** A subscriber that reconnects by itself, and an earlier write. */
async function subscribed(subject: Subject) {
  const listId = await subject.list();
  const writers = subject.writers();
  for (const text of ['one', 'two', 'three']) {
    await writers.call('todos.insert', { _id: `${listId}-${text}`, listId, text });
  }
  const peer = await subject.peer({ reconnect: true });
  const view = await peer.subscribe('todos.byList', { listId });
  return { listId, view };
}

/** Retries until a write is acknowledged, because a recovering server may reject writes. @returns its id */
function writeUntilTaken(subject: Subject, listId: string): Promise<unknown> {
  const write = () =>
    subject.writers().call('todos.insert', { _id: subject.id('after'), listId, text: 'after' });
  return vi.waitFor(write, { timeout: 30_000, interval: 250 });
}

/** Inserts one todo after another, until stopped, rejected or disconnected. */
function streamOfWrites(subject: Subject, listId: string) {
  const writers = subject.writers();
  const acknowledged: string[] = [];
  let isStopped = false;
  const writing = (async () => {
    while (!isStopped) {
      const _id = subject.id('during');
      await writers.call('todos.insert', { _id, listId, text: 'during' });
      acknowledged.push(_id);
    }
  })().catch(() => {});
  return {
    /** Resolves with the ids of the acknowledged ones. */
    async stop(): Promise<string[]> {
      isStopped = true;
      await writing;
      return acknowledged;
    },
  };
}

export const restart = feature('killed and started again', (add) => {
  add('an app that is asked to exit answers earlier calls first', async (subject) => {
    const other = await subject.another();
    const roomId = await subject.room();
    const peer = await subject.peer({ url: other.url });
    const code = codeOf(peer.call('rooms.remove', { _id: roomId }));
    // The room is removed first, and then its presences: that takes a tenth of a second.
    await expect.poll(() => subject.stored('rooms', { _id: roomId }), { interval: 10 }).toEqual([]);
    await other.stop();
    expect(await code).toBeUndefined();
  });

  add('the app: its subscribers end with the stored documents, and get later changes', async (subject) => {
    const { listId, view } = await subscribed(subject);
    const { port } = subject.app;
    await subject.app.kill();
    // The app is down, but the database is up.
    await subject.collection('todos').updateOne({ _id: `${listId}-one` }, { $set: { text: 'meanwhile' } });
    await subject.collection('todos').deleteOne({ _id: `${listId}-two` });
    await subject.start(port);
    await view.untilHolds(await subject.stored('todos', { listId }));
    const _id = subject.id('todo');
    await subject.writers().call('todos.insert', { _id, listId, text: 'after' });
    await view.until('the write after it', () => view.has(_id));
    await view.untilHolds(await subject.stored('todos', { listId }));
  });

  add('the app, during writes: acknowledged writes are stored and shown', async (subject) => {
    const { listId, view } = await subscribed(subject);
    const streams = [1, 2, 3].map(() => streamOfWrites(subject, listId));
    await view.until('the stream of writes', ({ frames }) => frames.length > 20);
    const { port } = subject.app;
    await subject.app.kill();
    const acknowledged = (await Promise.all(streams.map((stream) => stream.stop()))).flat();
    await subject.start(port);
    const stored = await subject.stored('todos', { listId });
    expect(stored.map(({ _id }) => _id)).toEqual(expect.arrayContaining(acknowledged));
    await view.untilHolds(stored);
  });

  add('mongod: the app recovers by itself, and no acknowledged write is lost', async (subject, skip) => {
    if (!subject.ownsMongo) skip('the MongoDB of MONGO_URL is not ours to kill');
    const { listId, view } = await subscribed(subject);
    const stream = streamOfWrites(subject, listId);
    const { pid } = subject.app;
    await view.until('the stream of writes', ({ frames }) => frames.length > 20);
    await subject.mongo.kill();
    await subject.mongo.restart();
    const last = await writeUntilTaken(subject, listId);
    const acknowledged = await stream.stop();
    const stored = await subject.stored('todos', { listId });
    expect(stored.map(({ _id }) => _id)).toEqual(expect.arrayContaining([...acknowledged, last]));
    await view.untilHolds(stored);
    expect(subject.app.pid).toBe(pid);
  });

  add.foreign('mongod: the change stream or oplog resumes where it stopped', async (subject, skip) => {
    if (!subject.ownsMongo) skip('the MongoDB of MONGO_URL is not ours to kill');
    const { listId, view } = await subscribed(subject);
    const todos = subject.collection('todos');
    const todo = { listId, text: 'direct', done: false, createdAt: new Date() };
    for (const round of [1, 2]) {
      await todos.insertOne({ _id: `before-${round}`, ...todo });
      await subject.mongo.kill();
      await subject.mongo.restart();
      await todos.insertOne({ _id: `after-${round}`, ...todo });
      await todos.updateOne({ _id: `before-${round}` }, { $set: { done: true } });
      await view.untilHolds(await subject.stored('todos', { listId }));
    }
  });
});
