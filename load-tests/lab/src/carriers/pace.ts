import type { Size } from '../experiment.ts';

export interface Pace {
  subscribers: number;
  /** That they are spread over. */
  client_processes: number;
  /** On average: the schedule is Poisson's. */
  messages_per_s: number;
  warmUp_ms: number;
  window_ms: number;
  pairs: number;
}

/**
 * 100 subscribers at 20 messages a second are 2,000 deliveries a second: what costs most, deflating on Meteor, takes
 * some six tenths of a core for it. No heartbeat falls into a round; the first would be DDP's, after 15 s of silence.
 */
export const paces: Record<Size, Pace> = {
  toy: {
    subscribers: 3,
    client_processes: 2,
    messages_per_s: 100,
    warmUp_ms: 50,
    window_ms: 200,
    pairs: 1,
  },
  quick: {
    subscribers: 100,
    client_processes: 1,
    messages_per_s: 20,
    warmUp_ms: 500,
    window_ms: 1_500,
    pairs: 2,
  },
  full: {
    subscribers: 100,
    client_processes: 1,
    messages_per_s: 20,
    warmUp_ms: 700,
    window_ms: 4_000,
    pairs: 6,
  },
};
