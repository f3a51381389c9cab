/** What came while nobody looked. */
export interface Unread {
  /** The first of them: the divider stands before it. */
  first: string;
  count: number;
}

/**
 * @param fresh ids of others' messages that have just come, oldest first
 * @param seen whether the page is visible and scrolled to the bottom
 */
export function afterArrival(
  unread: Unread | undefined,
  fresh: readonly string[],
  seen: boolean,
): Unread | undefined {
  const [first] = fresh;
  if (seen) return undefined;
  if (first === undefined) return unread;
  return { first: unread?.first ?? first, count: (unread?.count ?? 0) + fresh.length };
}
