import { expect } from 'vitest';
import { codeOf } from '../errors.ts';
import { feature } from '../feature.ts';
import type { Peer } from '../peer.ts';

async function subscribe(peer: Peer, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await peer.subscribe('todos.byList', { listId: `list-${n}` });
}

/** Meteor's accounts work on the connection itself, during subscriptions. */
export const overDdp = feature(
  'Meteor over DDP',
  (add) => {
    add.guard('rates', 'a log-out counts as the subscriptions that it restarts', async (subject) => {
      const ada = await subject.account();
      // That many may start within 10 s: if a window has ended in between, another connection tries again.
      for (let attempt = 1; ; attempt += 1) {
        const peer = await ada.peer();
        await subscribe(peer, 60);
        const code = await codeOf(peer.client.call('logout'));
        if (code === undefined && attempt < 4) continue;
        expect(code).toBe('too-many-requests');
        // It was rejected before it did anything.
        expect(await subject.accounts().whoIs(ada.token)).toBe(ada.userId);
        return;
      }
    });

    add("a guest's log-out does nothing, however often", async (subject) => {
      const listId = await subject.list();
      const peer = await subject.peer();
      const view = await peer.subscribe('todos.byList', { listId });
      await subscribe(peer, 60);
      for (let n = 0; n < 10; n += 1) {
        await peer.client.call('logout');
        await peer.client.call('logoutAllClients');
      }
      await subject.writers().call('todos.insert', { _id: 'todo', listId, text: 'x' });
      await view.untilHolds(await subject.stored('todos', { listId }));
    });

    add("only a log-in can get another session's token", async (subject) => {
      const ada = await subject.account();
      const peer = await ada.peer();
      expect(await codeOf(peer.client.call('getNewToken'))).toBe('404');
    });
  },
  { stack: 'meteor' },
);
