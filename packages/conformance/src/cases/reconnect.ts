import { expect } from 'vitest';
import { feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import { inOrder } from '../view.ts';

/** The peer's next reconnection with its subscriptions. */
function back(peer: Peer): Promise<unknown> {
  return new Promise((resolve) => {
    const off = peer.client.onReconnect(({ failures }) => {
      off();
      resolve(failures);
    });
  });
}

function lost(peer: Peer): Promise<unknown> {
  return new Promise((resolve) => {
    const off = peer.client.onDisconnect((reason) => {
      off();
      resolve(reason);
    });
  });
}

export const reconnect = feature('reconnecting', (add) => {
  add('a client that was offline while others wrote ends with the stored documents', async (subject) => {
    const listId = await subject.list();
    const relay = await subject.relay();
    const away = await subject.peer({ url: relay.url, reconnect: true });
    const writers = subject.writers();
    const insert = async (text: string) => {
      const _id = subject.id('todo');
      await writers.call('todos.insert', { _id, listId, text });
      return _id;
    };
    const [kept, gone] = [await insert('kept'), await insert('gone')];
    const view = await away.subscribe('todos.byList', { listId });
    const [left, returned] = [lost(away), back(away)];
    relay.cut();
    await left;
    await insert('meanwhile');
    await writers.call('todos.setText', { _id: kept, text: 'changed' });
    await writers.call('todos.remove', { _id: gone });
    relay.mend();
    expect(await returned).toEqual([]);
    await view.untilHolds(await subject.stored('todos', { listId }));
    // And later changes arrive.
    await insert('after');
    await view.untilHolds(await subject.stored('todos', { listId }));
  });

  add.foreign('a window does as well, when others wrote to the database', async (subject) => {
    const roomId = await subject.room();
    const relay = await subject.relay();
    const away = await subject.peer({ url: relay.url, reconnect: true });
    const messages = subject.collection('messages');
    let n = 0;
    const insert = () =>
      messages.insertOne({
        _id: `m-${n}`,
        roomId,
        nickname: 'ada',
        text: `${n}`,
        createdAt: new Date(1000 * n++),
      });
    for (let count = 0; count < 8; count += 1) await insert();
    const view = await away.subscribe('messages.byRoom', { roomId, limit: 5 });
    const [left, returned] = [lost(away), back(away)];
    relay.cut();
    await left;
    await insert();
    await insert();
    await messages.deleteOne({ _id: 'm-7' });
    await messages.updateOne({ _id: 'm-6' }, { $set: { text: 'changed' } });
    relay.mend();
    await returned;
    const newest = async () => inOrder(await subject.stored('messages', { roomId }), -1).slice(0, 5);
    await view.untilHolds(await newest());
    await insert();
    await view.untilHolds(await newest());
  });

  add('cut again and again while others write, all end with the stored documents', async (subject) => {
    const listId = await subject.list();
    const relay = await subject.relay();
    const peers = await Promise.all(
      Array.from({ length: 5 }, () => subject.peer({ url: relay.url, reconnect: true })),
    );
    const views = await Promise.all(peers.map((peer) => peer.subscribe('todos.byList', { listId })));
    const writers = subject.writers();
    for (let n = 0; n < 120; n += 1) {
      await writers.call('todos.insert', { _id: `t-${n}`, listId, text: `${n}` });
      if (n % 3 === 0) await writers.call('todos.setText', { _id: `t-${n}`, text: `${n} again` });
      if (n % 30 === 10) relay.cut();
      if (n % 30 === 20) relay.mend();
    }
    const stored = await subject.stored('todos', { listId });
    expect(stored.length).toBe(120);
    for (const view of views) await view.untilHolds(stored);
  });
});
