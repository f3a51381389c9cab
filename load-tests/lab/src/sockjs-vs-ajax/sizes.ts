import type { Size } from '../experiment.ts';
import type { Amounts } from './measure-objections.ts';
import type { Press } from './measure-original.ts';

/** A load that is played as the original was. */
export interface Original {
  key: string;
  roundTrip_ms: number;
  presses: readonly Press[];
  contestants: readonly string[];
  /** Fewer than the size’s own. */
  pairs?: number;
}

/** A load of what its readers asked for. */
export interface Objections {
  key: string;
  roundTrip_ms: number;
  amounts: Amounts;
  /** Null: all. */
  contestants: readonly string[] | null;
  /** Fewer than the size’s own. */
  pairs?: number;
}

export interface Sizes {
  pairs: number;
  originals: readonly Original[];
  objections: readonly Objections[];
}

const press = (total: number): Press => ({ total, marks: [total] });
/** The two contestants of the original, and fetch, which people write today. */
export const three = ['ajax', 'fetch', 'sockjs'];
/** Without a round trip, all of it takes a second or two. */
const near: Amounts = {
  warmUp: 300,
  oneByOne: 1000,
  inFlight: 1000,
  depth: 10,
  pulled: 1000,
  pulledOneByOne: 1000,
  put: 1000,
};
const far: Amounts = { ...near, warmUp: 3, oneByOne: 10, inFlight: 100, pulledOneByOne: null };

export const sizes: Record<Size, Sizes> = {
  toy: {
    pairs: 1,
    originals: [
      { key: 'near', roundTrip_ms: 0, presses: [press(10)], contestants: ['ajax', 'sockjs'] },
      { key: 'far-20', roundTrip_ms: 20, presses: [press(10)], contestants: ['sockjs'] },
    ],
    objections: [
      {
        key: 'objections-0',
        roundTrip_ms: 0,
        amounts: {
          warmUp: 2,
          oneByOne: 20,
          inFlight: 20,
          depth: 10,
          pulled: 30,
          pulledOneByOne: 10,
          put: 30,
        },
        contestants: null,
      },
    ],
  },
  quick: {
    pairs: 2,
    originals: [
      { key: 'near', roundTrip_ms: 0, presses: [10, 100, 1000].map(press), contestants: three },
      { key: 'far-228', roundTrip_ms: 228, presses: [press(10)], contestants: ['ajax', 'sockjs'] },
    ],
    objections: [
      {
        key: 'objections-0',
        roundTrip_ms: 0,
        amounts: { ...near, oneByOne: 500, inFlight: 500, pulled: 500, pulledOneByOne: 500, put: 500 },
        contestants: ['fetch', 'fetch-post', 'fetch-close', 'fetch-auth', 'sockjs'],
      },
      {
        key: 'objections-228',
        roundTrip_ms: 228,
        amounts: { ...far, warmUp: 1, oneByOne: 5, inFlight: 30, put: null },
        contestants: ['fetch', 'sockjs'],
      },
    ],
  },
  full: {
    pairs: 6,
    originals: [
      { key: 'near', roundTrip_ms: 0, presses: [10, 100, 1000].map(press), contestants: three },
      { key: 'far-130', roundTrip_ms: 130, presses: [press(10)], contestants: three },
      { key: 'far-228', roundTrip_ms: 228, presses: [press(10)], contestants: three },
      { key: 'long-130', roundTrip_ms: 130, presses: [press(100)], contestants: ['ajax', 'sockjs'] },
      // A round takes 228 s, nearly all of it the round trips: two pairs, and no interval.
      {
        key: 'long-228',
        roundTrip_ms: 228,
        presses: [{ total: 1000, marks: [100, 1000] }],
        contestants: ['ajax', 'sockjs'],
        pairs: 2,
      },
    ],
    objections: [
      { key: 'objections-0', roundTrip_ms: 0, amounts: near, contestants: null },
      ...[130, 228].map((roundTrip_ms) => ({
        key: `objections-${roundTrip_ms}`,
        roundTrip_ms,
        amounts: far,
        contestants: ['fetch', 'fetch-post', 'fetch-close', 'sockjs', 'sockjs-streaming', 'sockjs-polling'],
        pairs: 2,
      })),
    ],
  },
};
