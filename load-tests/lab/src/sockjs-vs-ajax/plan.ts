import type { Load, Plan, PlannedTable, Size } from '../experiment.ts';
import type { Carrier, Part } from './carrier.ts';
import { claims } from './claims.ts';
import { type Amounts, measureObjections } from './measure-objections.ts';
import { measureOriginal, type Press } from './measure-original.ts';

interface Original {
  key: string;
  roundTrip_ms: number;
  presses: readonly Press[];
  targets: readonly string[];
  repeats?: number;
}

interface Objections {
  key: string;
  roundTrip_ms: number;
  amounts: Amounts;
  /** Null: all that take part in anything of it. */
  targets: readonly string[] | null;
  repeats?: number;
}

interface Extent {
  repeats: number;
  originals: readonly Original[];
  objections: readonly Objections[];
}

const press = (total: number): Press => ({ total, marks: [total] });
const three = ['ajax', 'fetch', 'sockjs'];
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

const extents: Record<Size, Extent> = {
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
        amounts: near,
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
  whole: {
    repeats: 6,
    originals: [
      { key: 'near', roundTrip_ms: 0, presses: [10, 100, 1000].map(press), targets: three },
      { key: 'far-130', roundTrip_ms: 130, presses: [press(10)], targets: three },
      { key: 'far-228', roundTrip_ms: 228, presses: [press(10)], targets: three },
      // Once: it takes 13 s and 228 s a target, and every message of it takes the same.
      {
        key: 'long-130',
        roundTrip_ms: 130,
        presses: [press(100)],
        targets: ['ajax', 'sockjs'],
        repeats: 1,
      },
      {
        key: 'long-228',
        roundTrip_ms: 228,
        presses: [{ total: 1000, marks: [100, 1000] }],
        targets: ['ajax', 'sockjs'],
        repeats: 1,
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

/** Loads, tables and claims at a size. */
export function planOf(size: Size, carriers: readonly Carrier[]): Plan {
  const { repeats, originals, objections } = extents[size];
  return {
    repeats,
    loads: [
      ...originals.map((original) => originalLoad(original, carriers)),
      ...objections.map((objection) => objectionLoad(objection, carriers)),
    ],
    tables: [...originalTables(originals), ...objectionTables(objections, carriers)],
    claims,
  };
}

function originalLoad(
  { key, roundTrip_ms, presses, targets, repeats }: Original,
  carriers: readonly Carrier[],
): Load {
  const counts = presses.map(({ total }) => total.toLocaleString('en')).join(', ');
  return {
    key,
    title: `${away(roundTrip_ms)}: ${counts} messages, as the original`,
    targets,
    baseline: roundTrip_ms === 0 ? 'ajax' : null,
    ...(repeats === undefined ? {} : { repeats }),
    measure: (target, stage) => measureOriginal(named(carriers, target), stage, { roundTrip_ms, presses }),
  };
}

function objectionLoad(
  { key, roundTrip_ms, amounts, targets, repeats }: Objections,
  carriers: readonly Carrier[],
): Load {
  return {
    key,
    title: `${away(roundTrip_ms)}: what its readers asked for`,
    targets: targets ?? carriers.map((carrier) => carrier.key),
    baseline: roundTrip_ms === 0 ? 'fetch' : null,
    ...(repeats === undefined ? {} : { repeats }),
    measure: (target, stage) => measureObjections(named(carriers, target), stage, { roundTrip_ms, amounts }),
  };
}

function away(roundTrip_ms: number): string {
  return roundTrip_ms === 0 ? 'This machine' : `${roundTrip_ms} ms of round trip`;
}

function named(carriers: readonly Carrier[], key: string): Carrier {
  const found = carriers.find((carrier) => carrier.key === key);
  if (!found) throw new Error(`There is no target "${key}"`);
  return found;
}

/** Messages a second: on localhost, and between London and California, which took 228 ms a message. */
const published: Record<number, readonly (readonly [string, string, number])[]> = {
  10: [
    ['near', 'ajax', 78.1],
    ['near', 'sockjs', 141],
    ['far-228', 'ajax', 4.46],
    ['far-228', 'sockjs', 1.75],
  ],
  100: [
    ['near', 'ajax', 299],
    ['near', 'sockjs', 1408],
    ['long-228', 'ajax', 3.57],
    ['long-228', 'sockjs', 4.3],
  ],
  1000: [
    ['near', 'ajax', 341],
    ['near', 'sockjs', 2146],
    ['long-228', 'ajax', 3.79],
    ['long-228', 'sockjs', 4.39],
  ],
};

function originalTables(originals: readonly Original[]): PlannedTable[] {
  return [10, 100, 1000].flatMap((count): PlannedTable[] => {
    const rows = originals
      .filter(({ presses }) => presses.some(({ marks }) => marks.includes(count)))
      .map(({ key }) => key);
    if (rows.length === 0) return [];
    const once = originals.filter(({ key, repeats }) => rows.includes(key) && repeats === 1);
    return [
      {
        key: `original-${count}`,
        title: `${count.toLocaleString('en')} messages, one at a time, the opening of the connection included`,
        figure: `rate_${count}`,
        unit: 'messages/s',
        better: 'more',
        rows,
        columns: three,
        baseline: 'ajax',
        published: published[count] ?? [],
        notes: [
          ...(count === 10
            ? ['The page is cold, as it was: nothing has run in it before, and of AJAX a connection is open.']
            : []),
          ...(once.length > 0
            ? [
                'Run once where the round trip is long: a message takes that long, and hardly anything else counts.',
              ]
            : []),
        ],
      },
    ];
  });
}

function objectionTables(objections: readonly Objections[], carriers: readonly Carrier[]): PlannedTable[] {
  const all = objections.map(({ key }) => key);
  const whereAmount = (is: (amounts: Amounts) => boolean) =>
    objections.filter(({ amounts }) => is(amounts)).map(({ key }) => key);
  const columns = (part: Part, of: (key: string) => boolean = () => true) =>
    carriers.filter(({ key, parts }) => parts.includes(part) && of(key)).map(({ key }) => key);
  const isHttp = (key: string) => !key.startsWith('sockjs');
  const isSocket = (key: string) => key === 'fetch' || !isHttp(key);
  const near = objections.filter(({ roundTrip_ms }) => roundTrip_ms === 0).map(({ key }) => key);
  const depth = objections[0]?.amounts.depth ?? 0;
  const table = (
    key: string,
    title: string,
    figure: string,
    unit: string,
    rest: Pick<PlannedTable, 'rows' | 'columns'> & { better?: 'less'; notes?: string[] },
  ): PlannedTable => ({ key, title, figure, unit, better: 'more', baseline: 'fetch', ...rest });
  return [
    table(
      'requests',
      'GET or POST, keep-alive or not, a token with each request: one at a time, connection open',
      'steady_per_s',
      'messages/s',
      { rows: all, columns: columns('variants', isHttp) },
    ),
    table(
      'sockets',
      'The same over SockJS: its transports, a token once a socket',
      'steady_per_s',
      'messages/s',
      {
        rows: all,
        columns: columns('variants', isSocket),
      },
    ),
    table('opening', 'From nothing to the first answer', 'first_ms', 'ms', {
      rows: all,
      columns: columns('opening'),
      better: 'less',
      notes: ['The handshake of TCP counts as a round trip: the relay sees to that, see the README.'],
    }),
    table('in-flight', `${depth} in flight at any time`, 'in_flight_per_s', 'messages/s', {
      rows: all,
      columns: columns('flight'),
      notes: ['A browser opens at most six connections to a server for requests over HTTP/1.1.'],
    }),
    table('to-page', 'One way, from the server to the page', 'pulled_per_s', 'messages/s', {
      rows: all,
      columns: columns('pull'),
      notes: [
        ...amountNotes(objections, ({ pulled }) => pulled),
        'fetch asks for each message: where the round trip is long that is one at a time once more, and not run.',
      ],
    }),
    table(
      'to-server',
      'One way, from the page to the server, none waiting for another',
      'put_per_s',
      'messages/s',
      {
        rows: whereAmount(({ put }) => put !== null),
        columns: columns('put'),
        notes: amountNotes(objections, ({ put }) => put),
      },
    ),
    table('up', 'Bytes from the page for one message, headers and framing included', 'up_bytes', 'bytes', {
      rows: near,
      columns: columns('variants'),
      better: 'less',
    }),
    table('down', 'Bytes to the page for its answer', 'down_bytes', 'bytes', {
      rows: near,
      columns: columns('variants'),
      better: 'less',
    }),
    table('server-cpu', 'CPU of the server for one message and its answer', 'server_us', 'µs', {
      rows: near,
      columns: columns('variants'),
      better: 'less',
    }),
    table('browser-cpu', 'CPU of Chromium for one message and its answer', 'browser_us', 'µs', {
      rows: near,
      columns: columns('variants'),
      better: 'less',
    }),
  ];
}

function amountNotes(
  objections: readonly Objections[],
  amountOf: (amounts: Amounts) => number | null,
): string[] {
  const amounts = new Set(objections.flatMap(({ amounts }) => amountOf(amounts) ?? []));
  return [`${[...amounts].map((amount) => amount.toLocaleString('en')).join(', ')} messages.`];
}
