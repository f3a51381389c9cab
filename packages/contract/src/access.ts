import type { Role } from './define.ts';
import type { List, Member } from './documents.ts';

/**
 * The role of a caller on a list.
 * @param userId of an account; undefined for a guest
 * @returns undefined if the caller can't see the list
 */
export function roleOn(list: Pick<List, 'owner' | 'members'>, userId: string | undefined): Role | undefined {
  if (list.owner === undefined) return 'owner';
  if (userId === undefined) return undefined;
  if (list.owner === userId) return 'owner';
  return list.members?.some(({ _id }: Member) => _id === userId) ? 'member' : undefined;
}

/** Whether a role includes the required one. */
export function suffices(role: Role, wanted: Role): boolean {
  return role === 'owner' || wanted === 'member';
}

/** Replaces the name of a deleted account in its messages, which keep their text. */
export const deletedAccount = 'deleted account';
