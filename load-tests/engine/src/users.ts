/** How far the virtual users of a thread, or of all threads, came. */
export interface Users {
  arrived: number;
  connected: number;
  completed: number;
}
