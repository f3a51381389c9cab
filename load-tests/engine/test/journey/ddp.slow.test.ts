import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Session, startDdpServer } from '../../../../packages/pubsub-client/test/ddp-server.ts';
import type { JourneyFile } from '../../src/journey/file.ts';
import { runScript } from '../script-run.ts';

type Fields = Record<string, unknown>;

/**
 * A DDP server with lists: as Meteor's, it takes away what an ended subscription showed, and tells a writer of its change
 * before the result.
 * @param loses whether a delivery is left out, by the number of the write
 */
async function listsServer(loses: (n: number) => boolean = () => false) {
  const counts = { writes: 0, owed: 0, lost: 0, subscribed: 0 };
  const lists = new Map<string, { readers: Map<Session, unknown>; todos: Map<string, Fields> }>();
  const listOf = (name: string) => {
    const list = lists.get(name) ?? {
      readers: new Map<Session, unknown>(),
      todos: new Map<string, Fields>(),
    };
    lists.set(name, list);
    return list;
  };
  const change = { collection: 'todos' };
  const tell = (name: string, writer: Session, message: Fields) => {
    const n = ++counts.writes;
    const readers = [...listOf(name).readers.keys()];
    counts.owed += readers.length;
    const victim = readers.filter((reader) => reader !== writer).at(-1);
    for (const reader of readers) {
      if (reader === victim && loses(n)) counts.lost++;
      else reader.send({ ...change, ...message });
    }
  };
  const server = await startDdpServer((message, session) => {
    const { msg, id, params } = message as { msg: string; id: string; params: [string, string, Fields] };
    if (msg === 'sub') {
      counts.subscribed++;
      const { readers, todos } = listOf(params[0]);
      for (const [todo, fields] of todos) session.send({ msg: 'added', ...change, id: todo, fields });
      readers.set(session, id);
      session.send({ msg: 'ready', subs: [id] });
    } else if (msg === 'unsub') {
      for (const { readers, todos } of lists.values()) {
        if (readers.get(session) !== id) continue;
        readers.delete(session);
        for (const todo of todos.keys()) session.send({ msg: 'removed', ...change, id: todo });
      }
      session.send({ msg: 'nosub', id });
    } else if (msg === 'method') {
      const [name, todo, fields] = params;
      const { todos } = listOf(name);
      if (message.method === 'insert') {
        todos.set(todo, fields);
        tell(name, session, { msg: 'added', id: todo, fields });
      } else if (message.method === 'set') {
        todos.set(todo, { ...todos.get(todo), ...fields });
        tell(name, session, { msg: 'changed', id: todo, fields });
      } else {
        todos.delete(todo);
        tell(name, session, { msg: 'removed', id: todo });
      }
      session.send({ msg: 'updated', methods: [id] }, { msg: 'result', id, result: true });
    }
  });
  onTestFinished(() => server.close());
  // The fixture doesn't say when a connection ends: who doesn't read any more is still owed what it counts.
  return { url: server.url, counts };
}

const pubsub = {
  drain: 0.3,
  witnesses: 100,
  deliveries: [
    { event: 'added', collection: 'todos', path: '0.id' },
    { event: 'changed', collection: 'todos', path: '0.id', has: '0.fields.done', kind: 'ticked' },
    { event: 'changed', collection: 'todos', path: '0.id', has: '0.fields.text', kind: 'edited' },
    { event: 'removed', collection: 'todos', path: '0.id', kind: 'removed' },
  ],
};
const todo = '{{ $vu }}-{{ $loopCount }}';
const write = (name: string, kind: string, ...params: unknown[]) => ({
  name: kind,
  call: { name, params: ['{{ list }}', todo, ...params], owes: { audience: '{{ list }}', id: todo, kind } },
});
const follow = { subscribe: { name: 'list', params: ['{{ list }}'], follows: '{{ list }}' } };
const clicks = [
  write('insert', 'added', { text: 'milk', done: false }),
  write('set', 'ticked', { done: true }),
  write('set', 'edited', { text: 'oat milk' }),
];
const csv = (users: number) =>
  ['list', ...Array.from({ length: users }, (_, n) => `list-${n % 2}`)].join('\n');

test.each(['ddp', 'ddp-sockjs'])('%s: the account is the count of the app', async (transport) => {
  const { url, counts } = await listsServer((n) => n % 20 === 7);
  const flow = [follow, { think: 3 }, { loop: clicks, count: 3 }, { think: 3 }];
  const { out, code, output } = await runScript(url, {
    users: 8,
    csv: csv(8),
    pubsub: { ...pubsub, transport },
    flow,
  });
  const { deliveries, views, writes } = JSON.parse(
    readFileSync(join(out, 'journey.json'), 'utf8'),
  ) as JourneyFile;
  expect(counts).toMatchObject({ writes: 72, owed: 288, lost: 4 });
  expect(writes).toMatchObject({ sent: 72, acknowledged: 72 });
  expect(deliveries).toEqual({
    owed: 288,
    seen: 284,
    lost: 4,
    doubled: 0,
    outOfOrder: 0,
    excused: 0,
    unexpected: 0,
  });
  // A lost insert is a document that is missing, a lost change one that differs.
  expect(views).toMatchObject({ compared: 8, documents: 96 });
  expect(views.differ).toBeGreaterThan(0);
  expect(output).toContain('pubsub: deliveries-lost, app: 4 of 288 deliveries are missing');
  expect(code).toBe(1);
});

test('snapshots and ended subscriptions are no news, and a lost connection is back with what it missed', async () => {
  const { url, counts } = await listsServer();
  const flow = [
    follow,
    { loop: [...clicks, { think: '150ms' }], count: 8 },
    { unsubscribe: 'list' },
    { think: '100ms' },
    follow,
    { loop: [write('remove', 'removed'), { think: '100ms' }], count: 4 },
    { disconnect: { for: 0.5 } },
    { think: 1 },
  ];
  const { out, code, metric, histogram } = await runScript(url, {
    users: 8,
    csv: csv(8),
    pubsub: { ...pubsub, transport: 'ddp' },
    flow,
  });
  const { deliveries, views } = JSON.parse(readFileSync(join(out, 'journey.json'), 'utf8')) as JourneyFile;
  expect(counts).toMatchObject({ writes: 8 * 28, subscribed: 8 * 3 });
  expect(deliveries).toMatchObject({ lost: 0, doubled: 0, outOfOrder: 0, unexpected: 0 });
  expect(deliveries.owed).toBeGreaterThan(100);
  expect(deliveries.seen).toBe(deliveries.owed);
  expect(views.compared).toBeGreaterThan(8);
  expect(views.differ).toBe(0);
  expect(metric('errors.disconnected')).toBeUndefined();
  expect(metric('pubsub.reconnected')).toBe(8);
  expect(histogram('pubsub.step.disconnect')?.max).toBeLessThan(1000);
  expect(code).toBe(0);
});
