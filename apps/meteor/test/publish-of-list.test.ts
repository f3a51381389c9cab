import type { Subscription } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { beforeEach, expect, test, vi } from 'vitest';
import { hooks } from '../imports/app/hooks';
import { publishOfList } from '../imports/app/publish-of-list';

vi.mock('../imports/lists/collection', () => ({
  Lists: { find: () => ({ observeChanges: observeList }) },
}));

interface Callbacks {
  added(_id: string, fields: object): void;
  changed(_id: string, fields: object): void;
}
const forBen = { owner: 'ada', members: [{ _id: 'ben', username: 'ben' }] };
const notForBen = { owner: 'ada', members: [] };
const todos = [{ _id: 'one' }, { _id: 'two' }];

let listCallbacks: Callbacks;
let turns: { isObsolete(): boolean; begin(): void; end: () => void }[];
let sent: string[];
let observed: number;

beforeEach(() => {
  turns = [];
  sent = [];
  observed = 0;
  hooks.admit = (_connection, _shown, isObsolete) =>
    new Promise((resolve) => {
      const end = vi.fn();
      turns.push({ isObsolete, begin: () => resolve(end), end });
    });
});

let list: object;
async function observeList(callbacks: Callbacks) {
  listCallbacks = callbacks;
  callbacks.added('list', list);
  return { stop() {} };
}

/** Publishes a list's todos to Ben. */
function publishTodos(of: object): Promise<void> {
  list = of;
  const subscription = {
    userId: 'ben',
    added: (_collection: string, id: string) => sent.push(id),
    removed: (_collection: string, id: string) => sent.push(`-${id}`),
    ready: () => sent.push('ready'),
    onStop: () => {},
  };
  const documents = {
    async observeChanges({ added }: Callbacks) {
      observed += 1;
      for (const { _id } of todos) added(_id, {});
      return { stop() {} };
    },
  };
  return publishOfList(
    subscription as unknown as Subscription,
    'list',
    documents as unknown as Mongo.Cursor<{ _id: string }>,
    'todos',
  );
}

test('a subscriber who gets access later waits for a turn, like one with access at once', async () => {
  await publishTodos(notForBen);
  expect(sent.splice(0)).toEqual(['ready']);
  listCallbacks.changed('list', forBen);
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  expect(observed).toBe(0);
  turns[0]?.begin();
  await vi.waitFor(() => expect(turns[0]?.end).toHaveBeenCalled());
  expect(sent).toEqual(['one', 'two']);
});

test('a subscriber who loses access before the turn takes no turn, and gets nothing', async () => {
  await publishTodos(notForBen);
  listCallbacks.changed('list', forBen);
  listCallbacks.changed('list', notForBen);
  expect(turns[0]?.isObsolete()).toBe(true);
  turns[0]?.begin();
  await vi.waitFor(() => expect(turns[0]?.end).toHaveBeenCalled());
  expect([sent, observed]).toEqual([['ready'], 0]);
});

test('a subscription is ready after its turn', async () => {
  const published = publishTodos(forBen);
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  expect(sent).toEqual([]);
  turns[0]?.begin();
  await published;
  expect(sent).toEqual(['one', 'two', 'ready']);
  expect(turns[0]?.end).toHaveBeenCalled();
});

test('a subscriber who loses access loses all documents, and gets them again with access', async () => {
  hooks.admit = async () => () => {};
  await publishTodos(forBen);
  listCallbacks.changed('list', { members: [] });
  listCallbacks.changed('list', { members: forBen.members });
  await vi.waitFor(() => expect(sent).toEqual(['one', 'two', 'ready', '-one', '-two', 'one', 'two']));
});
