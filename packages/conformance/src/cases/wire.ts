import { expect } from 'vitest';
import { feature } from '../feature.ts';

/** Texts that a careless encoder, decoder or database driver would change. */
const texts = [
  '{"$date":1}',
  '{"$date":1700000000000}',
  '$date',
  '$set',
  '$gt',
  '{"$gt":""}',
  '$$ROOT',
  '{"$escape":{"$date":1}}',
  '{"$type":"oid","$value":"x"}',
  '__proto__',
  'constructor',
  'a.b.$[].c',
  'null',
  'true',
  '0',
  '-1e309',
  '42["added",{}]',
  'a["x"]',
  '\\u0041 \\" \\n',
  'line one\nline two\ttab',
  'ä ö ü é e\u0301 ñ',
  '漢字 かな 한글',
  'שלום مرحبا',
  '🙂👩‍👩‍👧‍👦🏳️‍🌈',
  'a\u2028b\u2029c',
  'a\u0000b\u0001c\u007fd',
  'a\ufeffb\u200bc',
  '<script>alert("x")</script> &amp; \'',
  '%00 %7B+',
];

export const wire = feature(
  'the wire',
  (add) => {
    add('text is unchanged, in a snapshot and in changes', async (subject) => {
      const listId = await subject.list();
      const early = await (await subject.peer()).subscribe('todos.byList', { listId });
      const writers = subject.writers();
      const sent = texts.map((text) => ({ _id: subject.id('todo'), listId, text }));
      for (const todo of sent) await writers.call('todos.insert', todo);
      const stored = await subject.stored('todos', { listId });
      expect(stored.map(({ text }) => text)).toEqual(texts);
      await early.untilHolds(stored);
      const late = await (await subject.peer()).subscribe('todos.byList', { listId });
      await late.untilHolds(stored);
      // Each todo gets the text of the next one.
      for (const [n, { _id }] of sent.entries()) {
        await writers.call('todos.setText', { _id, text: texts[(n + 1) % texts.length] });
      }
      for (const view of [early, late]) await view.untilHolds(await subject.stored('todos', { listId }));
    });

    add('names and nicknames are unchanged', async (subject) => {
      const [listId, roomId] = [subject.id('list'), subject.id('room')];
      const writers = subject.writers();
      const [name, nickname] = ['{"$date":1} 🙂', '$ada__proto__'];
      await writers.call('lists.insert', { _id: listId, name });
      await writers.call('rooms.insert', { _id: roomId, name });
      await writers.call('messages.send', { _id: 'm', roomId, nickname, text: '$' });
      const peer = await subject.peer();
      expect((await peer.subscribe('lists.all', {})).documents).toMatchObject([{ _id: listId, name }]);
      expect((await peer.subscribe('rooms.all', {})).documents).toMatchObject([{ _id: roomId, name }]);
      const page = { roomId, createdAt: new Date(Date.now() + 60_000), _id: 'm', limit: 5 };
      expect(await peer.call('messages.before', page)).toMatchObject([{ _id: 'm', nickname, text: '$' }]);
    });

    add('ids are unchanged', async (subject) => {
      const listId = 'A-z_0-9';
      const ids = [
        '0',
        '-',
        '_',
        '__proto__',
        'constructor',
        'toString',
        'x'.repeat(64),
        '65a1b2c3d4e5f60718293a4b',
      ];
      const writers = subject.writers();
      await writers.call('lists.insert', { _id: listId, name: 'ids' });
      const view = await (await subject.peer()).subscribe('todos.byList', { listId });
      for (const _id of ids) {
        expect(await writers.call('todos.insert', { _id, listId, text: 'x' })).toBe(_id);
        await writers.call('todos.setDone', { _id, done: true });
      }
      const stored = await subject.stored('todos', { listId });
      expect(stored.map(({ _id }) => _id)).toEqual(ids);
      await view.untilHolds(stored);
      const late = await (await subject.peer()).subscribe('todos.byList', { listId });
      await late.untilHolds(stored);
    });

    add('dates are unchanged, to the millisecond', async (subject) => {
      const roomId = await subject.room();
      const dates = [0, 1, -1, 1_700_000_000_123, 253_402_300_799_999, -62_135_596_800_000, 999];
      await subject.collection('messages').insertMany(
        dates.map((ms, n) => ({
          _id: `m-${n}`,
          roomId,
          nickname: 'ada',
          text: `${ms}`,
          createdAt: new Date(ms),
        })),
      );
      const stored = await subject.stored('messages', { roomId });
      const peer = await subject.peer();
      const view = await peer.subscribe('messages.byRoom', { roomId, limit: 100 });
      await view.untilHolds(stored);
      for (const { createdAt, text } of view.documents) {
        expect(createdAt).toEqual(new Date(Number(text)));
      }
      const createdAt = new Date(1_700_000_000_123);
      const page = (await peer.call('messages.before', { roomId, createdAt, _id: 'm', limit: 100 })) as {
        text: string;
      }[];
      expect(page.map(({ text }) => text)).toEqual(['999', '1', '0', '-1', '-62135596800000']);
    });
  },
  { basic: true },
);
