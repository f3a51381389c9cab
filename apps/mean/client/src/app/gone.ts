import { computed, effect, inject, type Signal, signal } from '@angular/core';
import { Session } from './accounts/session';

interface Thing {
  _id: string;
  /** Of a private list. */
  owner?: string | undefined;
  /** It was made here, and the server hasn't said yet that it took it. */
  pending: boolean;
}

/**
 * In an injection context: what to say of a list or a room that isn't there and was there, on the same page, for the
 * same person; undefined while there is nothing to say.
 * @param thing the one that the page is about, if it is there
 */
export function gone(thing: Signal<Thing | undefined>, id: Signal<string>): Signal<string | undefined> {
  const { account } = inject(Session);
  const seen = signal<{ id: string; userId: string | undefined; isPrivate: boolean } | undefined>(undefined);
  effect(() => {
    const found = thing();
    if (!found || found.pending) return;
    const isPrivate = found.owner !== undefined;
    const userId = account()?.userId;
    // A private list that a guest sees is about to go: its account has just logged out.
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
