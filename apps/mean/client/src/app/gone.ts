import { computed, effect, inject, type Signal, signal } from '@angular/core';
import { Session } from './accounts/session';

interface Thing {
  _id: string;
  /** Only for a private list. */
  owner?: string | undefined;
  /** Created here and not yet confirmed by the server. */
  pending: boolean;
}

/**
 * In an injection context: the message for a list or room that disappeared while the same user had the same page open;
 * undefined if there is no message.
 * @param thing the page's list or room, if it exists
 */
export function gone(thing: Signal<Thing | undefined>, id: Signal<string>): Signal<string | undefined> {
  const { account } = inject(Session);
  const seen = signal<{ id: string; userId: string | undefined; isPrivate: boolean } | undefined>(undefined);
  effect(() => {
    const found = thing();
    if (!found || found.pending) return;
    const isPrivate = found.owner !== undefined;
    const userId = account()?.userId;
    // A private list that a guest still sees is about to disappear: its account has just logged out.
    if (!isPrivate || userId !== undefined) seen.set({ id: found._id, userId, isPrivate });
  });
  return computed(() => {
    const before = seen();
    if (thing() || before?.id !== id() || before.userId !== account()?.userId) return undefined;
    return before.isPrivate
      ? 'It was here until now: it was removed, or is not shared with you any more.'
      : 'It was here until now: somebody removed it.';
  });
}
