import { createStore } from './store';

export interface Notice {
  /** Tells one from the next of the same words, so that a screen reader says it again. */
  id: number;
  text: string;
  /** What was typed for what was refused, until the notice is dismissed. */
  kept: readonly string[];
}

/** The latest thing that the user has to know; undefined once dismissed. */
export const notice = createStore<Notice | undefined>(undefined);

let last = 0;

/** @param typed for what was refused */
export function show(text: string, typed?: string): void {
  last += 1;
  const kept = notice.get()?.kept ?? [];
  notice.set({ id: last, text, kept: typed === undefined ? kept : [...kept, typed] });
}

export function dismiss(): void {
  notice.set(undefined);
}
