import type { Role } from './define.ts';
import type { List, Member } from './documents.ts';

/**
 * The role of a caller on a list.
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
