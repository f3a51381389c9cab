import { useRef } from 'react';
import { usePending } from './use-pending';

/**
 * The message for a list or room that disappeared while the same user had the same page open.
 * @param thing the page's list or room, if it exists; a private list has an owner
 * @param userId of the account; undefined for a guest
 */
export function useGone(
  thing: { _id: string; owner?: string | undefined } | undefined,
  userId: string | undefined,
): string | undefined {
  const pending = usePending();
  const isPrivate = thing?.owner !== undefined;
  const seen = useRef<{ isPrivate: boolean; userId: string | undefined }>(undefined);
  // The server may still reject one that was created here. A private list that a guest still sees is about to
  // disappear: its account has just logged out.
  const counts = thing && !pending.has(thing._id) && !(isPrivate && userId === undefined);
  if (counts) seen.current = { isPrivate, userId };
  if (thing || !seen.current || seen.current.userId !== userId) return undefined;
  return seen.current.isPrivate
    ? 'It was here until now: it was removed, or is not shared with you any more.'
    : 'It was here until now: somebody removed it.';
}
