import { createStore } from './store';

export interface Notice {
  /** Distinguishes repeated notices, so that a screen reader reads each. */
  id: number;
  text: string;
  /** The text of rejected writes, until the notice is dismissed. */
  kept: readonly string[];
}

/** The latest notice; undefined once dismissed. */
export const notice = createStore<Notice | undefined>(undefined);

let last = 0;

/** @param typed the text of a rejected write */
export function show(text: string, typed?: string): void {
  last += 1;
  const kept = notice.get()?.kept ?? [];
  notice.set({ id: last, text, kept: typed === undefined ? kept : [...kept, typed] });
}

export function dismiss(): void {
  notice.set(undefined);
}
