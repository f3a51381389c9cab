import type { CollectionName, MethodName, ParsedInputOf } from '@meteor-vs-mean/contract';
import type { AnyRow, Effect } from './overlay';

/** Methods whose outcome a browser can show before the server answers. */
export type WriteName = Exclude<MethodName, 'messages.before' | `presence.${string}`>;

/** The rows of a collection that this page shows. */
export type Shown = (collection: CollectionName) => Iterable<AnyRow>;

/** What a method will do on the server, unless it refuses. The server sets dates; till then ours stands for it. */
export function effectsOf<Name extends WriteName>(
  name: Name,
  input: ParsedInputOf<Name>,
  shown: Shown,
): Effect[] {
  return effects[name](input, shown);
}

const put = (collection: CollectionName, document: { _id: string }): Effect[] => [
  { kind: 'put', collection, id: document._id, document: { ...document, createdAt: new Date() } },
];
const update = (collection: CollectionName, id: string, fields: Record<string, unknown>): Effect => ({
  kind: 'update',
  collection,
  id,
  fields,
});
const remove = (collection: CollectionName, id: string): Effect => ({ kind: 'remove', collection, id });

const effects: { [Name in WriteName]: (input: ParsedInputOf<Name>, shown: Shown) => Effect[] } = {
  'lists.insert': (input) => put('lists', input),
  'lists.rename': ({ _id, name }) => [update('lists', _id, { name })],
  'lists.remove': ({ _id }) => [remove('lists', _id)],
  'todos.insert': (input) => put('todos', { ...input, done: false } as { _id: string }),
  'todos.setText': ({ _id, text }) => [update('todos', _id, { text })],
  'todos.setDone': ({ _id, done }) => [update('todos', _id, { done })],
  'todos.setAllDone': ({ listId, done }, shown) =>
    todosOf(shown, listId, !done).map(({ _id }) => update('todos', _id, { done })),
  'todos.remove': ({ _id }) => [remove('todos', _id)],
  'todos.removeDone': ({ listId }, shown) =>
    todosOf(shown, listId, true).map(({ _id }) => remove('todos', _id)),
  'rooms.insert': (input) => put('rooms', input),
  'messages.send': (input) => put('messages', input),
};

function todosOf(shown: Shown, listId: string, done: boolean): AnyRow[] {
  return [...shown('todos')].filter((todo) => todo.listId === listId && todo.done === done);
}
