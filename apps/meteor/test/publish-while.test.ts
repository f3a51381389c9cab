import type { Subscription } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { beforeEach, expect, test, vi } from 'vitest';
import { hooks } from '../imports/api/hooks';
import { publishWhile } from '../imports/api/publish-while';

interface Callbacks {
  added(_id: string, fields: object): void;
  changed(_id: string, fields: object): void;
}
interface List {
  _id: string;
  isOpen: boolean;
}
const todos = [{ _id: 'one' }, { _id: 'two' }];

let listCallbacks: Callbacks;
let turns: { isOver(): boolean; begin(): void; end: () => void }[];
let sent: string[];
let observed: number;

beforeEach(() => {
  turns = [];
  sent = [];
  observed = 0;
  hooks.admit = (_connection, _shown, isOver) =>
    new Promise((resolve) => {
      const end = vi.fn();
      turns.push({ isOver, begin: () => resolve(end), end });
    });
});

/** Publishes the todos of a list that is open, or isn't yet. */
function publishTodos(isOpen: boolean): Promise<void> {
  const subscription = {
    added: (_collection: string, id: string) => sent.push(id),
    removed: (_collection: string, id: string) => sent.push(`-${id}`),
    ready: () => sent.push('ready'),
    onStop: () => {},
  };
  const list = {
    async observeChanges(callbacks: Callbacks) {
      listCallbacks = callbacks;
      callbacks.added('list', { isOpen });
      return { stop() {} };
    },
  };
  const shown = {
    async observeChanges({ added }: Callbacks) {
      observed += 1;
      for (const { _id } of todos) added(_id, {});
      return { stop() {} };
    },
  };
  return publishWhile(
    subscription as unknown as Subscription,
    list as unknown as Mongo.Cursor<List>,
    (document) => document.isOpen,
    shown as unknown as Mongo.Cursor<{ _id: string }>,
    'todos',
  );
}

test('who is let in later gets it in their turn, as who may see it at once', async () => {
  await publishTodos(false);
  expect(sent.splice(0)).toEqual(['ready']);
  listCallbacks.changed('list', { isOpen: true });
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  expect(observed).toBe(0);
  turns[0]?.begin();
  await vi.waitFor(() => expect(turns[0]?.end).toHaveBeenCalled());
  expect(sent).toEqual(['one', 'two']);
});

test('who is shut out again before their turn keeps no place, and gets nothing', async () => {
  await publishTodos(false);
  listCallbacks.changed('list', { isOpen: true });
  listCallbacks.changed('list', { isOpen: false });
  expect(turns[0]?.isOver()).toBe(true);
  turns[0]?.begin();
  await vi.waitFor(() => expect(turns[0]?.end).toHaveBeenCalled());
  expect([sent, observed]).toEqual([['ready'], 0]);
});

test('a subscription is ready when its turn was over', async () => {
  const published = publishTodos(true);
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  expect(sent).toEqual([]);
  turns[0]?.begin();
  await published;
  expect(sent).toEqual(['one', 'two', 'ready']);
  expect(turns[0]?.end).toHaveBeenCalled();
});
