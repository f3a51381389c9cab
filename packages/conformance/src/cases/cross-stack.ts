import { expect } from 'vitest';
import type { Peer } from '../peer.ts';
import type { Subject } from '../subject.ts';
import { inOrder } from '../view.ts';

/** Two stacks on one database, each with a client. */
export interface Both {
  name: string;
  run(one: Subject, other: Subject): Promise<void>;
}

/** A client of each. */
function peers(one: Subject, other: Subject): Promise<[Peer, Peer]> {
  return Promise.all([one.peer(), other.peer()]);
}

/** Cases of what one stack writes and the other shows; run in both directions. */
export const crossStack: readonly Both[] = [
  {
    name: 'todos written through one arrive at subscribers of the other',
    async run(one, other) {
      const [writer, reader] = await peers(one, other);
      const listId = one.id('list');
      const lists = await reader.subscribe('lists.all', {});
      await writer.call('lists.insert', { _id: listId, name: 'shared 🙂' });
      await lists.untilHolds(await one.stored('lists'));
      const view = await reader.subscribe('todos.byList', { listId });
      const [kept, gone] = [one.id('todo'), one.id('todo')];
      for (const _id of [kept, gone]) await writer.call('todos.insert', { _id, listId, text: '{"$date":1}' });
      await writer.call('todos.setText', { _id: kept, text: 'changed' });
      await writer.call('todos.setAllDone', { listId, done: true });
      await writer.call('todos.remove', { _id: gone });
      await view.untilHolds(await one.stored('todos', { listId }));
      expect(view.documents).toMatchObject([{ _id: kept, text: 'changed', done: true }]);
      await writer.call('lists.remove', { _id: listId });
      await view.untilHolds([]);
      await lists.untilHolds([]);
    },
  },
  {
    name: 'messages sent through one move the window of the other, frame by frame',
    async run(one, other) {
      const [writer, reader] = await peers(one, other);
      const roomId = one.id('room');
      await writer.call('rooms.insert', { _id: roomId, name: 'shared' });
      const view = await reader.subscribe('messages.byRoom', { roomId, limit: 3 });
      for (let n = 0; n < 8; n += 1) {
        await writer.call('messages.send', { _id: one.id('m'), roomId, nickname: 'ada', text: `${n}` });
      }
      await view.untilHolds(inOrder(await one.stored('messages', { roomId }), -1).slice(0, 3));
      expect([view.count('added'), view.count('removed')]).toEqual([8, 5]);
    },
  },
  {
    name: 'an id that was taken through one is refused by the other',
    async run(one, other) {
      const [writer, reader] = await peers(one, other);
      const [listId, _id] = [one.id('list'), one.id('todo')];
      await writer.call('lists.insert', { _id: listId, name: 'shared' });
      await writer.call('todos.insert', { _id, listId, text: 'first' });
      const refused = reader.call('todos.insert', { _id, listId, text: 'second' });
      await expect(refused).rejects.toMatchObject({ code: 'duplicate-id' });
    },
  },
  {
    name: 'while both write at once, the subscribers of both end with what is stored',
    async run(one, other) {
      const [ofOne, ofOther] = await peers(one, other);
      const listId = one.id('list');
      await ofOne.call('lists.insert', { _id: listId, name: 'shared' });
      const views = [
        await ofOne.subscribe('todos.byList', { listId }),
        await ofOther.subscribe('todos.byList', { listId }),
      ];
      await Promise.all(
        [ofOne, ofOther].map(async (peer, who) => {
          for (let n = 0; n < 40; n += 1) {
            await peer.call('todos.insert', { _id: `w${who}-${n}`, listId, text: `${who} ${n}` });
            await peer.call('todos.setText', { _id: `w${who}-${n >> 1}`, text: `${who} ${n} again` });
          }
        }),
      );
      const stored = await one.stored('todos', { listId });
      expect(stored.length).toBe(80);
      for (const view of views) await view.untilHolds(stored);
    },
  },
];
