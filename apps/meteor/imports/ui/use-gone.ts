import { useRef } from 'react';

/**
 * What to say of a list or a room that isn't there and was there, on the same page, for the same person.
 * @param isThere whether it is now
 * @param isPrivate whether it is for some accounts only
 * @param userId of the account; undefined for a guest
 */
export function useGone(
  isThere: boolean,
  isPrivate: boolean,
  userId: string | undefined,
): string | undefined {
  const seen = useRef<{ isPrivate: boolean; userId: string | undefined }>(undefined);
  // A private list that a guest sees is about to go: its account has just logged out.
  if (isThere && !(isPrivate && userId === undefined)) seen.current = { isPrivate, userId };
  if (isThere || !seen.current || seen.current.userId !== userId) return undefined;
  return seen.current.isPrivate
    ? 'It was here until now: it was removed, or is not shared with you any more.'
    : 'It was here until now: somebody removed it.';
}
