import { expect } from 'vitest';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';
import { inOrder, type View } from '../view.ts';

const writesEach = 60;
const writerCount = 4;

/** One writer's next write; it numbers its texts, so that one can see which of two is the later. */
type Write = (writer: number, n: number) => Promise<unknown>;

/**
 * Writers write as fast as they are answered, and meanwhile one subscriber after another joins.
 * @returns the views of those who joined
 */
async function joinDuring(write: Write, join: () => Promise<View>): Promise<View[]> {
  let isWriting = true;
  const writing = Promise.all(
    Array.from({ length: writerCount }, async (_, writer) => {
      for (let n = 0; n < writesEach; n += 1) await write(writer, n);
    }),
  ).finally(() => {
    isWriting = false;
  });
  const views: View[] = [];
  const joining = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (isWriting) views.push(await join());
    }),
  );
  await Promise.all([writing, joining]);
  expect(views.length).toBeGreaterThan(3);
  return views;
}

/** No text of a document may be followed by an earlier one. */
function expectNoWayBack(view: View): void {
  const latest = new Map<string, number>();
  for (const { id, fields } of view.frames) {
    if (typeof fields.text !== 'string') continue;
    const rev = Number(fields.text.split(' ')[1]);
    expect(rev).toBeGreaterThan(latest.get(id) ?? -1);
    latest.set(id, rev);
  }
}

/** By methods, inserts one time in two and changes an earlier todo the other time. */
function throughMethods(subject: Subject, listId: string): Write {
  const writers = Array.from({ length: writerCount }, () => subject.writers());
  return async (writer, n) => {
    const through = writers[writer] as (typeof writers)[number];
    if (n % 2 === 0) {
      await through.call('todos.insert', { _id: `w${writer}-${n}`, listId, text: `rev ${n}` });
    } else if (n % 10 === 9) await through.call('todos.remove', { _id: `w${writer}-${n - 9}` });
    else await through.call('todos.setText', { _id: `w${writer}-${n - 1}`, text: `rev ${n}` });
  };
}

/** The same, straight into MongoDB. */
function intoDatabase(subject: Subject, listId: string): Write {
  const todos = subject.collection('todos');
  return async (writer, n) => {
    const todo = { listId, text: `rev ${n}`, done: false, createdAt: new Date() };
    if (n % 2 === 0) await todos.insertOne({ _id: `d${writer}-${n}`, ...todo });
    else if (n % 10 === 9) await todos.deleteOne({ _id: `d${writer}-${n - 9}` });
    else await todos.updateOne({ _id: `d${writer}-${n - 1}` }, { $set: { text: `rev ${n}` } });
  };
}

async function expectExactlyOnce(subject: Subject, listId: string, write: Write): Promise<void> {
  const join = async () => (await subject.peer()).subscribe('todos.byList', { listId });
  const views = await joinDuring(write, join);
  const stored = await subject.stored('todos', { listId });
  expect(stored.length).toBe(writerCount * (writesEach / 2 - writesEach / 10));
  for (const view of views) {
    await view.untilHolds(stored);
    expectNoWayBack(view);
  }
}

export const joining = feature('joining while others write', (add) => {
  add('through methods: every write is in the snapshot or in the changes, once', async (subject) => {
    const listId = await subject.list();
    await expectExactlyOnce(subject, listId, throughMethods(subject, listId));
  });

  add.foreign(
    'into the database: every write is in the snapshot or in the changes, once',
    async (subject) => {
      const listId = await subject.list();
      await expectExactlyOnce(subject, listId, intoDatabase(subject, listId));
    },
  );

  add('a window that is joined ends with the newest', async (subject) => {
    const roomId = await subject.room();
    const writers = Array.from({ length: writerCount }, () => subject.writers());
    const write: Write = (writer, n) =>
      (writers[writer] as (typeof writers)[number]).call('messages.send', {
        ...{ _id: `w${writer}-${n}`, roomId, nickname: 'ada', text: `rev ${n}` },
      });
    const views = await joinDuring(write, async () => {
      return (await subject.peer()).subscribe('messages.byRoom', { roomId, limit: 10 });
    });
    const stored = inOrder(await subject.stored('messages', { roomId }), -1);
    expect(stored.length).toBe(writerCount * writesEach);
    for (const view of views) await view.untilHolds(stored.slice(0, 10));
  });

  add('coming and going while others write disturbs nobody who stays', async (subject) => {
    const listId = await subject.list();
    const staying = await (await subject.peer()).subscribe('todos.byList', { listId });
    await joinDuring(throughMethods(subject, listId), async () => {
      const view = await (await subject.peer()).subscribe('todos.byList', { listId });
      await view.stop();
      return view;
    });
    await staying.untilHolds(await subject.stored('todos', { listId }));
    expectNoWayBack(staying);
    expect(staying.count('added')).toBe(writerCount * (writesEach / 2));
  });
});
