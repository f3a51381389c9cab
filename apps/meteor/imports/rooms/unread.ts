/** Messages that arrived while nobody was looking. */
export interface Unread {
  /** The first of them, after the divider. */
  first: string;
  count: number;
}

/**
 * @param fresh ids of others' messages that have just arrived, oldest first
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
