import type { Size } from '../experiment.ts';
import type { Amounts } from './measure-objections.ts';
import type { Press } from './measure-original.ts';

/** A load that is played as the original was. */
export interface Original {
  key: string;
  roundTrip_ms: number;
  presses: readonly Press[];
  targets: readonly string[];
  /** Where it isn't the extent's own number. */
  repeats?: number;
}

/** A load of what its readers asked for. */
export interface Objections {
  key: string;
  roundTrip_ms: number;
  amounts: Amounts;
  /** Null: all that take part in anything of it. */
  targets: readonly string[] | null;
  /** Where it isn't the extent's own number. */
  repeats?: number;
}

export interface Extent {
  repeats: number;
  originals: readonly Original[];
  objections: readonly Objections[];
}

const press = (total: number): Press => ({ total, marks: [total] });
/** Who is in the original: its two, and fetch, which is what one writes today. */
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

export const extents: Record<Size, Extent> = {
  toy: {
    repeats: 1,
    originals: [
      { key: 'near', roundTrip_ms: 0, presses: [press(10)], targets: ['ajax', 'sockjs'] },
      { key: 'far-20', roundTrip_ms: 20, presses: [press(10)], targets: ['sockjs'] },
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
        targets: null,
      },
    ],
  },
  quick: {
    repeats: 2,
    originals: [
      { key: 'near', roundTrip_ms: 0, presses: [10, 100, 1000].map(press), targets: three },
      { key: 'far-228', roundTrip_ms: 228, presses: [press(10)], targets: ['ajax', 'sockjs'] },
    ],
    objections: [
      {
        key: 'objections-0',
        roundTrip_ms: 0,
        amounts: { ...near, oneByOne: 500, inFlight: 500, pulled: 500, pulledOneByOne: 500, put: 500 },
        targets: ['fetch', 'fetch-post', 'fetch-close', 'fetch-auth', 'sockjs'],
      },
      {
        key: 'objections-228',
        roundTrip_ms: 228,
        amounts: { ...far, warmUp: 1, oneByOne: 5, inFlight: 30, put: null },
        targets: ['fetch', 'sockjs'],
      },
    ],
  },
  full: {
    repeats: 6,
    originals: [
      { key: 'near', roundTrip_ms: 0, presses: [10, 100, 1000].map(press), targets: three },
      { key: 'far-130', roundTrip_ms: 130, presses: [press(10)], targets: three },
      { key: 'far-228', roundTrip_ms: 228, presses: [press(10)], targets: three },
      { key: 'long-130', roundTrip_ms: 130, presses: [press(100)], targets: ['ajax', 'sockjs'] },
      // A round takes 228 s, nearly all of it the round trips: two pairs, and no interval.
      {
        key: 'long-228',
        roundTrip_ms: 228,
        presses: [{ total: 1000, marks: [100, 1000] }],
        targets: ['ajax', 'sockjs'],
        repeats: 2,
      },
    ],
    objections: [
      { key: 'objections-0', roundTrip_ms: 0, amounts: near, targets: null },
      ...[130, 228].map((roundTrip_ms) => ({
        key: `objections-${roundTrip_ms}`,
        roundTrip_ms,
        amounts: far,
        targets: ['fetch', 'fetch-post', 'fetch-close', 'sockjs', 'sockjs-streaming', 'sockjs-polling'],
        repeats: 2,
      })),
    ],
  },
};
