import type { PlannedTable } from '../experiment.ts';
import type { Carrier, Part } from './carrier.ts';
import { type Objections, type Original, three } from './extents.ts';
import type { Amounts } from './measure-objections.ts';

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

/** Of what is run once. */
const farNotes: Record<number, readonly string[]> = {
  100: [
    'Far away it is run once: a message takes the round trip, and hardly anything else counts.',
    'At 228 ms these are the first 100 of the 1,000.',
  ],
  1000: ['At 228 ms it is run once, and at 130 ms not at all: it would say what 100 messages say.'],
};

/** One for 10, 100 and 1,000 messages each, where any row has so many. */
export function originalTables(originals: readonly Original[]): PlannedTable[] {
  return [10, 100, 1000].flatMap((count): PlannedTable[] => {
    const rows = originals
      .filter(({ presses }) => presses.some(({ marks }) => marks.includes(count)))
      .map(({ key }) => key);
    if (rows.length === 0) return [];
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
          ...(rows.includes('long-228') ? (farNotes[count] ?? []) : []),
        ],
      },
    ];
  });
}

/** One for each of the readers' objections, and what a message costs. */
export function objectionTables(
  objections: readonly Objections[],
  carriers: readonly Carrier[],
): PlannedTable[] {
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
