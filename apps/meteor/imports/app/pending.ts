import { createStore } from './store';

/** Ids of the documents that calls in progress write, each with the number of such calls. */
export type Pending = ReadonlyMap<string, number>;

/**
 * Documents that the server hasn't confirmed yet. Meteor's stubs write into the same collections as the server and
 * don't mark the documents, so they are identified by the unanswered calls.
 */
export const pending = createStore<Pending>(new Map());

export function addPending(ids: readonly string[]): void {
  count(ids, 1);
}

export function removePending(ids: readonly string[]): void {
  count(ids, -1);
}

function count(ids: readonly string[], difference: 1 | -1): void {
  const next = new Map(pending.get());
  for (const id of ids) {
    const calls = (next.get(id) ?? 0) + difference;
    if (calls > 0) next.set(id, calls);
    else next.delete(id);
  }
  pending.set(next);
}
