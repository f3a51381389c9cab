import { createStore } from './store';

export interface Notice {
  /** Tells one from the next of the same words, so that a screen reader says it again. */
  id: number;
  text: string;
}

/** The latest thing that the user has to know; undefined once dismissed. */
export const notice = createStore<Notice | undefined>(undefined);

let last = 0;

export function show(text: string): void {
  last += 1;
  notice.set({ id: last, text });
}

export function dismiss(): void {
  notice.set(undefined);
}
