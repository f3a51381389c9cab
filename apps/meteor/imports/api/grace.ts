import { grace } from '@meteor-vs-mean/contract/grace';

/** @param looked_ms when it was looked whether the list or the room is there, by `performance.now()` */
export function isWithinGrace(looked_ms: number): boolean {
  return performance.now() - looked_ms <= grace.insert_ms;
}

/** Resolves when every insert that looked before now is in, or will look again. */
export function graceIsOver(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, grace.removal_ms));
}
