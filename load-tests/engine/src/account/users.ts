import type { Fault } from '../failures/error.ts';

/** How far the virtual users of a thread, or of all threads, came. */
export interface Users {
  arrived: number;
  connected: number;
  completed: number;
  /** Why the first of them failed by the app, by the script and by the generator. */
  failures: Partial<Record<Fault, string>>;
}
