import { expect } from 'vitest';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';
import { inOrder, type View } from '../view.ts';
import type { Fields } from '../wire.ts';

/** Each writer writes at least this often. It continues until enough subscribers have joined. */
const writesEach = 60;
/** A writer writes in rounds of ten writes; each round leaves four todos. */
const writesOfRound = 10;
const todosOfRound = 4;
const writerCount = 4;
/**
 * This many joiners run concurrently, and each joins repeatedly. It is enough when there are more views than joiners.
 */
const joinerCount = 3;

/** One writer's next write; its texts are numbered, so that their order is known. */
type Write = (writer: number, n: number) => Promise<unknown>;

/**
 * Writers write as fast as they get answers, while one subscriber after another joins.
 * @returns the views of the joined subscribers, and the number of rounds of writes
 */
async function joinDuring(
  write: Write,
  join: () => Promise<View>,
): Promise<{ views: View[]; rounds: number }> {
  const views: View[] = [];
  let rounds = 0;
  let isWriting = true;
  const writing = Promise.all(
    Array.from({ length: writerCount }, async (_, writer) => {
      for (let n = 0; isWriting && (n < writesEach || views.length <= joinerCount); rounds += 1) {
        for (const end = n + writesOfRound; n < end; n += 1) await write(writer, n);
      }
    }),
  ).finally(() => {
    isWriting = false;
  });
  const joining = Promise.all(
    Array.from({ length: joinerCount }, async () => {
      while (isWriting) views.push(await join());
    }),
  ).finally(() => {
    isWriting = false;
  });
  await Promise.all([writing, joining]);
  return { views, rounds };
}

/** No text of a document may be followed by an earlier one, including the snapshot's. */
function expectNoWayBack(view: View): void {
  const revOf = ({ text }: Fields) => Number(String(text).split(' ')[1]);
  const latest = new Map(view.initial.map((document) => [document._id, revOf(document)]));
  for (const { id, fields } of view.frames) {
    if (typeof fields.text !== 'string') continue;
    const rev = revOf(fields);
    expect(rev, `the text of ${id} goes back`).toBeGreaterThan(latest.get(id) ?? -1);
    latest.set(id, rev);
  }
}

/** Through methods: alternately inserts a todo and changes an earlier one. */
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

/** The same, straight in MongoDB. */
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
  const { views, rounds } = await joinDuring(write, join);
  const stored = await subject.stored('todos', { listId });
  expect(stored.length).toBe(rounds * todosOfRound);
  for (const view of views) {
    await view.untilHolds(stored);
    expectNoWayBack(view);
  }
}

/**
 * Inserts `<writer>-<k>`, and changes its text once before the next insert. Not more often: after a quick series in the
 * database Meteor's oplog driver may show the last text, and then earlier ones again.
 */
type Step = (id: string, text: string, isInsert: boolean) => Promise<unknown>;

const joinsEach = 40;
const idOf = (writer: number, k: number) => `${writer}-${k}`;
const lastText = (k: number) => `rev ${2 * k + 1}`;

/**
 * Servers share a query's documents between subscribers, so only the first one joins while they are being read. Here
 * there is one subscriber at a time, so each is the first. What it must see is known at any moment: a view with a
 * writer's write must have all of that writer's earlier ones.
 */
async function expectNothingMissed(subject: Subject, listId: string, steps: readonly Step[]): Promise<void> {
  let isWriting = true;
  const writing = Promise.all(
    steps.map(async (step, writer) => {
      for (let k = 0; isWriting; k += 1) {
        await step(idOf(writer, k), `rev ${2 * k}`, true);
        await step(idOf(writer, k), lastText(k), false);
      }
    }),
  );
  try {
    for (let joined = 0; joined < joinsEach; joined += 1) {
      const peer = await subject.peer();
      const view = await peer.subscribe('todos.byList', { listId });
      await view.until('a few changes', ({ frames }) => frames.length >= 5);
      await expectAllSoFar(view, steps.length);
      expectNoWayBack(view);
      await peer.client.close();
    }
  } finally {
    isWriting = false;
    await writing;
  }
}

/** Waits for all writes before each writer's latest insert. */
async function expectAllSoFar(view: View, writers: number): Promise<void> {
  const numbers = view.documents.map(({ _id }) => _id.split('-').map(Number) as [number, number]);
  const ends = Array.from({ length: writers }, (_, writer) =>
    Math.max(...numbers.map(([of, k]) => (of === writer ? k : -1))),
  );
  await view.until(`all that came before ${ends}`, () => {
    const texts = new Map(view.documents.map(({ _id, text }) => [_id, text]));
    return ends.every((end, writer) => {
      for (let k = 0; k < end; k += 1) if (texts.get(idOf(writer, k)) !== lastText(k)) return false;
      return true;
    });
  });
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

  add(
    'one at a time, through methods: the first subscriber misses nothing, and no text goes back',
    async (subject) => {
      const listId = await subject.list();
      const steps = Array.from({ length: writerCount }, (): Step => {
        const writers = subject.writers();
        return (_id, text, isInsert) =>
          isInsert
            ? writers.call('todos.insert', { _id, listId, text })
            : writers.call('todos.setText', { _id, text });
      });
      await expectNothingMissed(subject, listId, steps);
    },
  );

  add.foreign(
    'one at a time, into the database: the first subscriber misses nothing, and no text goes back',
    async (subject) => {
      const listId = await subject.list();
      const todos = subject.collection('todos');
      const step: Step = (_id, text, isInsert) =>
        isInsert
          ? todos.insertOne({ _id, listId, text, done: false, createdAt: new Date() })
          : todos.updateOne({ _id }, { $set: { text } });
      await expectNothingMissed(subject, listId, Array(writerCount).fill(step));
    },
  );

  add('a window joined during writes ends with the newest messages', async (subject) => {
    const roomId = await subject.room();
    const writers = Array.from({ length: writerCount }, () => subject.writers());
    const write: Write = (writer, n) =>
      (writers[writer] as (typeof writers)[number]).call('messages.send', {
        _id: `w${writer}-${n}`,
        roomId,
        nickname: 'ada',
        text: `rev ${n}`,
      });
    const { views, rounds } = await joinDuring(write, async () => {
      return (await subject.peer()).subscribe('messages.byRoom', { roomId, limit: 10 });
    });
    const stored = inOrder(await subject.stored('messages', { roomId }), -1);
    expect(stored.length).toBe(rounds * writesOfRound);
    for (const view of views) await view.untilHolds(stored.slice(0, 10));
  });

  add("joining and leaving during writes doesn't affect other subscribers", async (subject) => {
    const listId = await subject.list();
    const staying = await (await subject.peer()).subscribe('todos.byList', { listId });
    const { rounds } = await joinDuring(throughMethods(subject, listId), async () => {
      const view = await (await subject.peer()).subscribe('todos.byList', { listId });
      await view.stop();
      return view;
    });
    await staying.untilHolds(await subject.stored('todos', { listId }));
    expectNoWayBack(staying);
    expect(staying.count('added')).toBe(rounds * (writesOfRound / 2));
  });
});
