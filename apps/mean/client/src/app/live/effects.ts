import type { CollectionName, MethodName, ParsedInputOf } from '@meteor-vs-mean/contract';
import type { Account } from '../accounts/session';
import type { AnyRow, Effect } from './overlay';

/** Methods that a browser can simulate before the server answers. Only the server knows other accounts. */
export type WriteName = Exclude<
  MethodName,
  'messages.before' | 'lists.share' | 'lists.unshare' | `presence.${string}`
>;

type Document = { _id: string } & Record<string, unknown>;

/** The rows of a collection on this page. */
export type Shown = (collection: CollectionName) => Iterable<AnyRow>;

/** What a method's effects depend on, besides its input. */
interface Context {
  shown: Shown;
  /** The caller; undefined for a guest or while unknown. */
  account: Account | null | undefined;
}

/** The expected effects of a method on the server. The server sets dates; until then the client's date is shown. */
export function effectsOf<Name extends WriteName>(
  name: Name,
  input: ParsedInputOf<Name>,
  context: Context,
): Effect[] {
  return effects[name](input, context);
}

const put = (collection: CollectionName, document: Document): Effect[] => [
  { kind: 'put', collection, id: document._id, document: { ...document, createdAt: new Date() } },
];
const update = (collection: CollectionName, id: string, fields: Record<string, unknown>): Effect => ({
  kind: 'update',
  collection,
  id,
  fields,
});
const remove = (collection: CollectionName, id: string): Effect => ({ kind: 'remove', collection, id });

const effects: { [Name in WriteName]: (input: ParsedInputOf<Name>, context: Context) => Effect[] } = {
  'lists.insert': ({ _id, name, private: isPrivate }, { account }) =>
    put('lists', isPrivate && account ? { _id, name, ...ownedBy(account) } : { _id, name }),
  'lists.rename': ({ _id, name }) => [update('lists', _id, { name })],
  'lists.remove': ({ _id }) => [remove('lists', _id)],
  'todos.insert': (input) => put('todos', { ...input, done: false }),
  'todos.setText': ({ _id, text }) => [update('todos', _id, { text })],
  'todos.setDone': ({ _id, done }) => [update('todos', _id, { done })],
  'todos.setAllDone': ({ listId, done }, { shown }) =>
    todosOf(shown, listId, !done).map(({ _id }) => update('todos', _id, { done })),
  'todos.remove': ({ _id }) => [remove('todos', _id)],
  'todos.removeDone': ({ listId }, { shown }) =>
    todosOf(shown, listId, true).map(({ _id }) => remove('todos', _id)),
  'rooms.insert': (input) => put('rooms', input),
  'rooms.remove': ({ _id }) => [remove('rooms', _id)],
  'messages.send': (input, { account }) =>
    put('messages', account ? { ...input, nickname: account.username, userId: account.userId } : input),
};

/** Only for a private list. */
function ownedBy({ userId, username }: Account): object {
  return { owner: userId, members: [{ _id: userId, username }] };
}

function todosOf(shown: Shown, listId: string, done: boolean): AnyRow[] {
  return [...shown('todos')].filter((todo) => todo.listId === listId && todo.done === done);
}
