import { expect } from 'vitest';
import { feature } from '../feature.ts';
import { inOrder } from '../view.ts';
import type { Document } from '../wire.ts';

export const order = feature('order', (add) => {
  add("one writer's writes are sent in order", async (subject) => {
    const listId = await subject.list();
    const view = await (await subject.peer()).subscribe('todos.byList', { listId });
    const writers = subject.writers();
    const ids = Array.from({ length: 60 }, () => subject.id('todo'));
    for (const _id of ids) await writers.call('todos.insert', { _id, listId, text: _id });
    for (const _id of ids.slice(0, 20)) await writers.call('todos.setDone', { _id, done: true });
    await view.until('all changes', ({ frames }) => frames.length === 80);
    expect(view.frames.map(({ id }) => id)).toEqual([...ids, ...ids.slice(0, 20)]);
  });

  add('many changes of one document end with the last', async (subject) => {
    const listId = await subject.list();
    const [_id, writers] = [subject.id('todo'), subject.writers()];
    await writers.call('todos.insert', { _id, listId, text: 'rev 0' });
    const view = await (await subject.peer()).subscribe('todos.byList', { listId });
    for (let rev = 1; rev <= 50; rev += 1) await writers.call('todos.setText', { _id, text: `rev ${rev}` });
    await view.until('the last text', ({ documents }) => documents[0]?.text === 'rev 50');
    // A text that was overwritten early may be skipped, but none may come after a later one.
    const revs = view.frames.map(({ fields }) => Number(String(fields.text).slice(4)));
    expect(revs).toEqual(revs.toSorted((a, b) => a - b));
  });

  add('messages.before returns pages, newest first, each message once', async (subject) => {
    const roomId = await subject.room();
    // Five per millisecond, so that a page ends among messages of the same time.
    const messages: Document[] = Array.from({ length: 57 }, (_, n) => ({
      _id: `m-${(n * 37) % 57}`,
      roomId,
      nickname: 'ada',
      text: `${n}`,
      createdAt: new Date(1_700_000_000_000 + Math.floor(n / 5)),
    }));
    await subject.collection('messages').insertMany(messages);
    await subject.collection('messages').insertOne({
      _id: 'elsewhere',
      roomId: 'another-room',
      nickname: 'ada',
      text: 'x',
      createdAt: new Date(1_700_000_000_000),
    });
    const peer = await subject.peer();
    const seen: Document[] = [];
    let from = { _id: 'zzz', createdAt: new Date(1_800_000_000_000) };
    for (;;) {
      const page = (await peer.call('messages.before', { roomId, ...from, limit: 7 })) as Document[];
      seen.push(...page);
      const last = page.at(-1);
      if (page.length < 7 || last === undefined) break;
      from = { _id: last._id, createdAt: last.createdAt as Date };
    }
    expect(seen).toEqual(inOrder(messages, -1));
  });

  add('messages.before excludes the given message', async (subject) => {
    const roomId = await subject.room();
    const at = (ms: number) => new Date(1_700_000_000_000 + ms);
    const message = (_id: string, createdAt: Date) => ({
      _id,
      roomId,
      nickname: 'ada',
      text: _id,
      createdAt,
    });
    await subject
      .collection('messages')
      .insertMany([message('b', at(1)), message('a', at(1)), message('c', at(0)), message('d', at(2))]);
    const page = await (await subject.peer()).call('messages.before', {
      roomId,
      createdAt: at(1),
      _id: 'b',
      limit: 100,
    });
    expect((page as Document[]).map(({ _id }) => _id)).toEqual(['a', 'c']);
    expect(
      await (await subject.peer()).call('messages.before', {
        roomId: 'no-such-room',
        createdAt: at(9),
        _id: 'b',
        limit: 1,
      }),
    ).toEqual([]);
  });
});
