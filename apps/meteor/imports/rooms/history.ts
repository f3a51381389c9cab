/** The fields that a message's position in the room depends on. */
interface Placed {
  _id: string;
  createdAt: Date;
}

/** A room's messages as far as this page has them, oldest first, without pending ones. */
export interface History<Message extends Placed> {
  /** Older than the window: requested, or once in it. */
  older: readonly Message[];
  /** The publication's newest N. */
  window: readonly Message[];
}

export const emptyHistory: History<never> = { older: [], window: [] };

/**
 * The history after the window has changed. Messages that left the window because of newer ones stay on the page.
 * @param size N of the publication
 * @returns the same object if nothing changed
 */
export function moved<Message extends Placed>(
  history: History<Message>,
  window: readonly Message[],
  size: number,
): History<Message> {
  if (sameItems(history.window, window)) return history;
  const first = window[0];
  // A window that isn't full contains the whole room, except for a moment between an added and a removed message.
  if (!first || window.length < size - 1) return { older: [], window };
  const ids = new Set(window.map(({ _id }) => _id));
  const overlap = history.window.some(({ _id }) => ids.has(_id));
  // So many arrived at once (after a lost connection) that there may be a gap: the older ones have to be loaded again.
  if (!overlap) return { older: [], window };
  const older = [...history.older, ...history.window].filter(
    (message) => !ids.has(message._id) && isBefore(message, first),
  );
  return { older, window };
}

/**
 * The history with a page of older messages added.
 * @param before the oldest message at the time of the request; if it has changed, the page is dropped
 * @param page newest first, as `messages.before` returns it
 */
export function withOlder<Message extends Placed>(
  history: History<Message>,
  before: string,
  page: readonly Message[],
): History<Message> {
  if (oldestOf(history)?._id !== before) return history;
  return { ...history, older: [...page.toReversed(), ...history.older] };
}

export function oldestOf<Message extends Placed>({ older, window }: History<Message>): Message | undefined {
  return older[0] ?? window[0];
}

function isBefore(one: Placed, other: Placed): boolean {
  const difference = one.createdAt.getTime() - other.createdAt.getTime();
  return difference < 0 || (difference === 0 && one._id < other._id);
}

function sameItems(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item, n) => item === others[n]);
}
