import type { Fault } from '../failures/error.ts';

/** How many virtual users got how far. */
export interface Users {
  arrived: number;
  connected: number;
  completed: number;
}

/** The virtual users of a thread, or of all threads. */
export interface UsersWithFailures extends Users {
  /** Why the first of them failed by the app, by the script and by the generator. */
  failures: Partial<Record<Fault, string>>;
}
