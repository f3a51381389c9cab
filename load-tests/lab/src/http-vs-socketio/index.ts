import type { Experiment, Load, Plan, Size } from '../experiment.ts';
import type { LabTestbed } from '../testbed.ts';
import { playBytes } from './bytes-round.ts';
import { claims } from './claims.ts';
import type { Where } from './end.ts';
import { playLoad } from './load-round.ts';
import { playRequests, type RequestSpan } from './request-round.ts';
import { figuresOf, type Shape, tablesOf } from './tables.ts';
import { type Part, wayNamed, ways } from './way.ts';

export default {
  name: 'http-vs-socketio',
  title: 'HTTP or Socket.io: requests of a Feathers service',
  question: 'What does it take to ask a Feathers service something, by HTTP and over Socket.io?',
  source: {
    title: 'HTTP vs Websockets: A performance comparison',
    author: 'David Luecke',
    year: 2018,
    url: 'https://blog.feathersjs.com/http-vs-websockets-a-performance-comparison-da2533f13a77',
    machine: 'not known here; the figures of its page fit a round trip of about 80 ms',
  },
  targets: ways,
  plan: planOf,
} satisfies Experiment;

/**
 * An assumption: the source has its server on Heroku, and doesn't say how far that was. The published 83 ms of an
 * exchange, and 190 ms of an opening, fit one round trip and two of this.
 */
const far_ms = 80;

interface Scale {
  repeats: number;
  /** Of round trips, by where the client is. */
  far: Record<Where, readonly number[]>;
  request: Omit<RequestSpan, 'roundTrip_ms'>;
  connections: number;
  /** Requests a connection, by the round trip in ms. */
  loads: readonly { roundTrip_ms: number; each: readonly number[] }[];
  /** Requests a connection beforehand. */
  warmUp: number;
}

const scales: Record<Size, Scale> = {
  toy: {
    repeats: 1,
    far: { page: [0], node: [0] },
    request: { series: 5, cold: 2, together: 20, times: 1, flood: { inFlight: 40, for_ms: 100 } },
    connections: 5,
    loads: [
      { roundTrip_ms: 0, each: [10] },
      { roundTrip_ms: 20, each: [2] },
    ],
    warmUp: 2,
  },
  quick: {
    repeats: 2,
    far: { page: [far_ms], node: [0] },
    request: { series: 10, cold: 3, together: 50, times: 1, flood: { inFlight: 500, for_ms: 1000 } },
    connections: 100,
    loads: [
      { roundTrip_ms: 0, each: [50] },
      { roundTrip_ms: far_ms, each: [1] },
    ],
    warmUp: 20,
  },
  full: {
    repeats: 6,
    far: { page: [0, far_ms], node: [0, far_ms] },
    request: { series: 20, cold: 8, together: 50, times: 3, flood: { inFlight: 500, for_ms: 2000 } },
    connections: 100,
    loads: [0, far_ms].map((roundTrip_ms) => ({ roundTrip_ms, each: [1, 10, 50, 500, 1000, 2000] })),
    warmUp: 50,
  },
};

/** HTTP/2 and Socket.io one by one weren't in the original: they have no row as long as these. */
const longestForAll = 500;
/** What is over in a blink, several times. */
const timesOf = (each: number, size: Size) => {
  if (size === 'toy' || each > 10) return 1;
  return size === 'quick' ? 2 : each === 1 ? 10 : 4;
};

const requestKey = (where: Where, roundTrip_ms: number) => `${where}-${roundTrip_ms}`;
const bytesKey = (where: Where) => `${where}-bytes`;
const loadKey = (each: number, roundTrip_ms: number) =>
  roundTrip_ms === 0 ? `load-${each}` : `load-${each}-${roundTrip_ms}`;
const distance = (roundTrip_ms: number) =>
  roundTrip_ms === 0 ? 'loopback' : `${roundTrip_ms} ms of round trip`;

const names: Record<Where, string> = { page: 'Chromium', node: 'Node' };

function planOf(size: Size): Plan {
  const { repeats, far, request, connections, loads, warmUp } = scales[size];
  const keysOf = (...parts: Part[]) =>
    ways.filter((way) => way.parts.some((part) => parts.includes(part))).map(({ key }) => key);
  // A toy is for its counts: it has nothing to compare with itself.
  const baseline = size === 'toy' ? null : 'http';
  const wheres: Where[] = ['page', 'node'];
  const openedToo = size === 'toy' ? keysOf('requests') : keysOf('requests', 'opening');
  const planned: Load[] = [
    ...wheres.flatMap((where) =>
      far[where].map(
        (roundTrip_ms): Load => ({
          key: requestKey(where, roundTrip_ms),
          title: `${names[where]}, ${distance(roundTrip_ms)}`,
          targets: openedToo,
          baseline,
          measure: (target, testbed: LabTestbed) =>
            playRequests(wayNamed(target), where, { ...request, roundTrip_ms }, testbed),
        }),
      ),
    ),
    ...wheres.map(
      (where): Load => ({
        key: bytesKey(where),
        title: `${names[where]}, bytes`,
        targets: where === 'page' ? keysOf('requests', 'opening') : openedToo,
        baseline: null,
        // They are counted, not sampled: the second time is there to show it.
        repeats: size === 'full' ? 2 : 1,
        measure: (target, testbed) => playBytes(wayNamed(target), where, testbed),
      }),
    ),
    ...loads.flatMap(({ roundTrip_ms, each: numbers }) =>
      numbers.map((each): Load => {
        const isLong = each > longestForAll;
        const span = { connections, each, roundTrip_ms, times: timesOf(each, size), warmUp };
        return {
          key: loadKey(each, roundTrip_ms),
          title: `${connections} connections, ${each} ${each === 1 ? 'request' : 'requests'} each, ${distance(roundTrip_ms)}`,
          targets: isLong ? ['http', 'socketio-at-once'] : keysOf('load'),
          // Enough to know the floor; the longer ones take a minute.
          baseline: each <= 50 ? baseline : null,
          // One by one, far away, these take up to three minutes a round: two pairs, and no interval.
          ...(each >= longestForAll && roundTrip_ms > 0 ? { repeats: 2 } : {}),
          measure: (target, testbed) => playLoad(wayNamed(target), span, testbed),
        };
      }),
    ),
  ];
  const rowsOf = ({ roundTrip_ms, each }: Scale['loads'][number]) =>
    each.map((one) => loadKey(one, roundTrip_ms));
  const requestRows = wheres.flatMap((where) => far[where].map((trip) => requestKey(where, trip)));
  const shape: Shape = {
    requestRows,
    pageRows: requestRows.filter((key) => key.startsWith('page')),
    bytesRows: wheres.map(bytesKey),
    loadRows: loads.flatMap(rowsOf),
    farLoadRows: loads.filter(({ roundTrip_ms }) => roundTrip_ms > 0).flatMap(rowsOf),
    requests: keysOf('requests'),
    opening: keysOf('requests', 'opening'),
    load: keysOf('load'),
  };
  const counts = { together: request.together, inFlight: request.flood.inFlight };
  return { repeats, loads: planned, figures: figuresOf(counts), tables: tablesOf(shape), claims };
}
