import type { List, Member } from './documents.ts';
import type { MethodName } from './methods.ts';
import type { PublicationName } from './publications.ts';

/** What somebody is to a list. Of a public list everybody is the owner: it may be renamed and removed by anyone. */
export type Role = 'owner' | 'member';

/**
 * Who may: everybody; or who has at least that role on the list that the input names, by its own id
 * or by that of a todo in it.
 */
export type Rule = { for: 'everybody' } | { for: Role; list: string } | { for: Role; todo: string };

const everybody: Rule = { for: 'everybody' };

/**
 * Who may what. To somebody without a role on a list it isn't there: publications are empty and methods answer
 * `not-found`. Who has a role, but a lesser one, is answered `not-authorized`.
 */
export const access: Record<PublicationName | MethodName, Rule> = {
  'lists.all': everybody,
  /** A guest has none, and is shown nothing. */
  'lists.mine': everybody,
  'todos.byList': { for: 'member', list: 'listId' },
  'rooms.all': everybody,
  'messages.byRoom': everybody,
  'presence.byRoom': everybody,

  /** A private one is for accounts: the input says which it is to be. */
  'lists.insert': everybody,
  'lists.rename': { for: 'owner', list: '_id' },
  'lists.remove': { for: 'owner', list: '_id' },
  'lists.share': { for: 'owner', list: '_id' },
  /** Members may take themselves off. */
  'lists.unshare': { for: 'member', list: '_id' },
  'todos.insert': { for: 'member', list: 'listId' },
  'todos.setText': { for: 'member', todo: '_id' },
  'todos.setDone': { for: 'member', todo: '_id' },
  'todos.setAllDone': { for: 'member', list: 'listId' },
  'todos.remove': { for: 'member', todo: '_id' },
  'todos.removeDone': { for: 'member', list: 'listId' },
  'rooms.insert': everybody,
  'rooms.remove': everybody,
  'messages.send': everybody,
  'messages.before': everybody,
  'presence.beat': everybody,
  'presence.leave': everybody,
};

/**
 * What somebody is to a list.
 * @param userId of an account; undefined for a guest
 * @returns undefined if the list isn't there for them
 */
export function roleOn(list: Pick<List, 'owner' | 'members'>, userId: string | undefined): Role | undefined {
  if (list.owner === undefined) return 'owner';
  if (userId === undefined) return undefined;
  if (list.owner === userId) return 'owner';
  return list.members?.some(({ _id }: Member) => _id === userId) ? 'member' : undefined;
}

/** Whether a role is enough where another is asked for. */
export function suffices(role: Role, wanted: Role): boolean {
  return role === 'owner' || wanted === 'member';
}

/** What stays of a deleted account in a room: its messages keep their text and lose its name. */
export const deletedAccount = 'deleted account';
