import { expect } from 'vitest';
import { feature } from '../feature.ts';

export const clients = feature('two clients', (add) => {
  add("each sees the other's writes and its own", async (subject) => {
    const listId = await subject.list();
    const [ada, ben] = [await subject.peer(), await subject.peer()];
    const ofAda = await ada.subscribe('todos.byList', { listId });
    const ofBen = await ben.subscribe('todos.byList', { listId });
    const [a, b] = [subject.id('todo'), subject.id('todo')];
    await ada.call('todos.insert', { _id: a, listId, text: 'by Ada' });
    await ben.call('todos.insert', { _id: b, listId, text: 'by Ben' });
    await ada.call('todos.setText', { _id: b, text: 'by both' });
    const stored = await subject.stored('todos', { listId });
    for (const view of [ofAda, ofBen]) {
      await view.untilHolds(stored);
      expect(view.frames.map(({ event, id }) => `${event} ${id}`)).toEqual([
        ...[`added ${a}`, `added ${b}`, `changed ${b}`],
      ]);
    }
  });

  add('writing concurrently, both end with the stored documents', async (subject) => {
    const listId = await subject.list();
    const [ada, ben] = [await subject.peer(), await subject.peer()];
    const views = [
      await ada.subscribe('todos.byList', { listId }),
      await ben.subscribe('todos.byList', { listId }),
    ];
    const shared = subject.id('todo');
    await ada.call('todos.insert', { _id: shared, listId, text: 'start' });
    await Promise.all(
      [ada, ben].map(async (peer, who) => {
        for (let n = 0; n < 25; n += 1) {
          await peer.call('todos.setText', { _id: shared, text: `${who}-${n}` });
          await peer.call('todos.insert', { _id: subject.id('todo'), listId, text: `${who}-${n}` });
        }
      }),
    );
    const stored = await subject.stored('todos', { listId });
    expect(stored.length).toBe(51);
    for (const view of views) await view.untilHolds(stored);
  });

  add('of two inserts with the same id, one is rejected', async (subject) => {
    const listId = await subject.list();
    const [ada, ben] = [await subject.peer(), await subject.peer()];
    const view = await ada.subscribe('todos.byList', { listId });
    const _id = subject.id('todo');
    const outcomes = await Promise.allSettled([
      ada.call('todos.insert', { _id, listId, text: 'Ada' }),
      ben.call('todos.insert', { _id, listId, text: 'Ben' }),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(['duplicate-id']);
    await view.untilHolds(await subject.stored('todos', { listId }));
    expect(view.frames.length).toBe(1);
  });

  add("a client that disconnects doesn't affect the other", async (subject) => {
    const listId = await subject.list();
    const [ada, ben] = [await subject.peer(), await subject.peer()];
    await ada.subscribe('todos.byList', { listId });
    const view = await ben.subscribe('todos.byList', { listId });
    await ada.client.close();
    await ben.call('todos.insert', { _id: subject.id('todo'), listId, text: 'alone' });
    await view.untilHolds(await subject.stored('todos', { listId }));
    expect(view.frames.length).toBe(1);
  });
});
