import { useRef } from 'react';
import { usePending } from './use-pending';

/**
 * What to say of a list or a room that isn't there and was there, on the same page, for the same person.
 * @param thing the one that the page is about, if it is there; a private one has an owner
 * @param userId of the account; undefined for a guest
 */
export function useGone(
  thing: { _id: string; owner?: string | undefined } | undefined,
  userId: string | undefined,
): string | undefined {
  const pending = usePending();
  const isPrivate = thing?.owner !== undefined;
  const seen = useRef<{ isPrivate: boolean; userId: string | undefined }>(undefined);
  // What was made here the server may refuse. A private list that a guest sees is about to go: its account has just
  // logged out.
  const counts = thing && !pending.has(thing._id) && !(isPrivate && userId === undefined);
  if (counts) seen.current = { isPrivate, userId };
  if (thing || !seen.current || seen.current.userId !== userId) return undefined;
  return seen.current.isPrivate
    ? 'It was here until now: it was removed, or is not shared with you any more.'
    : 'It was here until now: somebody removed it.';
}
