import { expect } from 'vitest';
import { feature } from '../feature.ts';

export const databaseWriter = feature('a database writer', (add) => {
  add.foreign('inserts, updates and removals straight in MongoDB are sent', async (subject) => {
    const listId = await subject.list();
    const view = await (await subject.peer()).subscribe('todos.byList', { listId });
    const todos = subject.collection('todos');
    const todo = { _id: 'direct', listId, text: 'direct', done: false, createdAt: new Date(5) };
    await todos.insertOne(todo);
    await todos.updateOne({ _id: 'direct' }, { $set: { text: 'changed' } });
    await todos.replaceOne({ _id: 'direct' }, { ...todo, text: 'replaced', done: true });
    await view.untilHolds([{ ...todo, text: 'replaced', done: true }]);
    expect(view.frames[0]).toEqual({
      event: 'added',
      id: 'direct',
      cleared: [],
      fields: { listId, text: 'direct', done: false, createdAt: new Date(5) },
    });
    await todos.deleteOne({ _id: 'direct' });
    await view.untilHolds([]);
  });

  add.foreign('a removed field is sent as cleared', async (subject) => {
    const listId = await subject.list();
    const todos = subject.collection('todos');
    const createdAt = new Date();
    await todos.insertOne({ _id: 'direct', listId, text: 'x', done: true, createdAt });
    const view = await (await subject.peer()).subscribe('todos.byList', { listId });
    await todos.updateOne({ _id: 'direct' }, { $unset: { done: 1 }, $set: { text: 'y' } });
    await view.untilHolds([{ _id: 'direct', listId, text: 'y', createdAt }]);
    expect(view.frames).toEqual([
      { event: 'changed', id: 'direct', fields: { text: 'y' }, cleared: ['done'] },
    ]);
  });

  add.foreign('a document that moves to another list leaves this one', async (subject) => {
    const [from, to] = [await subject.list(), await subject.list()];
    const todos = subject.collection('todos');
    const todo = { _id: 'moving', listId: from, text: 'x', done: false, createdAt: new Date() };
    await todos.insertOne(todo);
    const peer = [await subject.peer(), await subject.peer()] as const;
    const left = await peer[0].subscribe('todos.byList', { listId: from });
    const entered = await peer[1].subscribe('todos.byList', { listId: to });
    await todos.updateOne({ _id: 'moving' }, { $set: { listId: to } });
    await left.untilHolds([]);
    await entered.untilHolds([{ ...todo, listId: to }]);
    expect(left.frames).toEqual([{ event: 'removed', id: 'moving', fields: {}, cleared: [] }]);
    expect(entered.frames.map(({ event }) => event)).toEqual(['added']);
  });

  add.foreign('many writes at once, and a transaction', async (subject) => {
    const listId = await subject.list();
    const view = await (await subject.peer()).subscribe('todos.byList', { listId });
    const todos = subject.collection('todos');
    await subject.fill('todos', 500, (n) => ({ listId, text: `${n}`, done: false }));
    await todos.updateMany({ listId }, { $set: { done: true } });
    await todos.deleteMany({ listId, text: /^[1-3]/ });
    await view.untilHolds(await subject.stored('todos', { listId }));
    await subject.db.client.withSession((session) =>
      session.withTransaction(async () => {
        const createdAt = new Date();
        await todos.insertOne({ _id: 'in', listId, text: 'x', done: false, createdAt }, { session });
        await todos.updateOne({ _id: 'full-0' }, { $set: { text: 'in' } }, { session });
        await todos.deleteOne({ _id: 'full-4' }, { session });
      }),
    );
    await view.untilHolds(await subject.stored('todos', { listId }));
  });
});
