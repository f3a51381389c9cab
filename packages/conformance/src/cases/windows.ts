import { expect } from 'vitest';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';
import { inOrder } from '../view.ts';

/** A room with this many messages, a second apart, and a subscriber of the newest `limit`. */
async function roomOf(subject: Subject, count: number, limit: number) {
  const roomId = await subject.room();
  const start_ms = Date.now() - 3_600_000;
  const messages = Array.from({ length: count }, (_, n) => ({
    _id: `old-${n}`,
    roomId,
    nickname: 'ada',
    text: `${n}`,
    createdAt: new Date(start_ms + n * 1000),
  }));
  if (count > 0) await subject.collection('messages').insertMany(messages);
  const view = await (await subject.peer()).subscribe('messages.byRoom', { roomId, limit });
  const writers = subject.writers();
  const send = async (): Promise<string> => {
    const _id = subject.id('message');
    await writers.call('messages.send', { _id, roomId, nickname: 'ada', text: _id });
    return _id;
  };
  return { roomId, messages, view, send };
}

export const windows = feature(
  'windows',
  (add) => {
    add('until the window is full, an insert is one `added`', async (subject) => {
      const { view, send } = await roomOf(subject, 0, 3);
      for (let n = 0; n < 3; n += 1) await send();
      await view.until('three messages', ({ documents }) => documents.length === 3);
      expect(view.frames.map(({ event }) => event)).toEqual(['added', 'added', 'added']);
    });

    add('in a full window each insert is one `added`, and one `removed` of the oldest', async (subject) => {
      const { roomId, view, send } = await roomOf(subject, 8, 5);
      const sent: string[] = [];
      for (let n = 0; n < 7; n += 1) sent.push(await send());
      const newest = inOrder(await subject.stored('messages', { roomId }), -1).slice(0, 5);
      await view.untilHolds(newest);
      expect(view.frames.filter(({ event }) => event === 'added').map(({ id }) => id)).toEqual(sent);
      expect(view.frames.filter(({ event }) => event === 'removed').map(({ id }) => id)).toEqual([
        ...['old-3', 'old-4', 'old-5', 'old-6', 'old-7'],
        ...sent.slice(0, 2),
      ]);
      expect(view.frames.length).toBe(14);
    });

    add('a window of one shows the newest', async (subject) => {
      const { view, send } = await roomOf(subject, 2, 1);
      const last = await send();
      await view.until('the message alone', ({ documents }) => documents.length === 1 && view.has(last));
      expect(view.frames.length).toBe(2);
    });

    add('windows of different width on one room stay separate', async (subject) => {
      const { roomId, send } = await roomOf(subject, 6, 1);
      const narrow = await (await subject.peer()).subscribe('messages.byRoom', { roomId, limit: 2 });
      const wide = await (await subject.peer()).subscribe('messages.byRoom', { roomId, limit: 100 });
      await send();
      await send();
      const stored = inOrder(await subject.stored('messages', { roomId }), -1);
      await narrow.untilHolds(stored.slice(0, 2));
      await wide.untilHolds(stored);
      expect([narrow.count('added'), narrow.count('removed')]).toEqual([2, 2]);
      expect([wide.count('added'), wide.count('removed')]).toEqual([2, 0]);
    });

    add.foreign('a message older than a full window is not sent', async (subject) => {
      const { roomId, view, send } = await roomOf(subject, 5, 3);
      await subject.collection('messages').insertOne({
        _id: 'late',
        roomId,
        nickname: 'ada',
        text: 'late',
        createdAt: new Date(Date.now() - 7_200_000),
      });
      const last = await send();
      await view.until('the newest', () => view.has(last));
      await view.untilHolds(inOrder(await subject.stored('messages', { roomId }), -1).slice(0, 3));
      expect(view.frames.map(({ id }) => id).sort()).toEqual([last, 'old-2'].sort());
    });

    add.foreign('among messages of the same time the one with the larger _id is newer', async (subject) => {
      const { roomId, view } = await roomOf(subject, 3, 3);
      const createdAt = new Date();
      const tie = (_id: string) => ({ _id, roomId, nickname: 'ada', text: _id, createdAt });
      for (const _id of ['m', 'c', 'x', 'a', 'q', 'b'])
        await subject.collection('messages').insertOne(tie(_id));
      await view.untilHolds([tie('x'), tie('q'), tie('m')]);
    });

    add.foreign('a removal in a full window adds the next older message', async (subject) => {
      const { roomId, messages, view } = await roomOf(subject, 6, 3);
      await subject.collection('messages').deleteOne({ _id: 'old-4' });
      await view.untilHolds([messages[5], messages[3], messages[2]] as typeof messages);
      expect(view.frames.map(({ event, id }) => `${event} ${id}`).sort()).toEqual([
        'added old-2',
        'removed old-4',
      ]);
      await subject.collection('messages').deleteMany({ roomId });
      await view.untilHolds([]);
    });

    add.foreign(
      'a message that gets an older date leaves the window, and one that gets a newer date enters',
      async (subject) => {
        const { messages, view } = await roomOf(subject, 6, 2);
        const [, , , third, fourth, fifth] = messages as [never, never, never, ...typeof messages];
        await subject
          .collection('messages')
          .updateOne({ _id: 'old-5' }, { $set: { createdAt: new Date(1000) } });
        await view.untilHolds([fourth, third] as typeof messages);
        const createdAt = new Date();
        await subject.collection('messages').updateOne({ _id: 'old-5' }, { $set: { createdAt } });
        await view.untilHolds([{ ...fifth, createdAt }, fourth] as typeof messages);
      },
    );
  },
  { basic: true },
);
