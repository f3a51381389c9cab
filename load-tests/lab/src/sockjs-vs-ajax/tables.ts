import type { OwnFigure, PlannedTable } from '@meteor-vs-mean/measure/results';
import { tablesOver } from '@meteor-vs-mean/measure/run';
import { less, more } from '../figures.ts';
import type { Carrier, Part } from './carrier.ts';
import type { Amounts } from './measure-objections.ts';
import { type Objections, type Original, three } from './sizes.ts';

/** Messages a second: on localhost, and between London and California, which took 228 ms a message. */
const published: Record<number, PlannedTable['published']> = {
  10: { near: { ajax: 78.1, sockjs: 141 }, 'far-228': { ajax: 4.46, sockjs: 1.75 } },
  100: { near: { ajax: 299, sockjs: 1408 }, 'long-228': { ajax: 3.57, sockjs: 4.3 } },
  1000: { near: { ajax: 341, sockjs: 2146 }, 'long-228': { ajax: 3.79, sockjs: 4.39 } },
};

const farNotes: Record<number, readonly string[]> = {
  100: ['At 228 ms these are the first 100 of the 1,000.'],
  1000: ['Not at 130 ms: it would say what 100 messages say.'],
};

const counts = [10, 100, 1000];
export const figures: readonly OwnFigure[] = [
  ...more(
    'messages/s',
    ...counts.map(
      (count) =>
        [
          `rate_${count}`,
          `${count.toLocaleString('en')} messages, one at a time, the opening of the connection included`,
        ] as const,
    ),
    [
      'steady_per_s',
      'GET or POST, keep-alive or not, a token with each request: one at a time, connection open',
    ],
  ),
  ...less('ms', [
    'first_ms',
    'From nothing to the first answer',
    'The handshake of TCP counts as a round trip: the relay sees to that, see the README.',
  ]),
  ...more(
    'messages/s',
    [
      'in_flight_per_s',
      'Several in flight at any time',
      'A browser opens at most six connections to a server for requests over HTTP/1.1.',
    ],
    ['pulled_per_s', 'One way, from the server to the page'],
    ['put_per_s', 'One way, from the page to the server, none waiting for another'],
  ),
  ...less(
    'bytes',
    ['up_bytes', 'Bytes from the page for one message, headers and framing included'],
    ['down_bytes', 'Bytes to the page for its answer'],
  ),
  ...less(
    'µs',
    ['server_us', 'CPU of the server for one message and its answer'],
    ['browser_us', 'CPU of Chromium for one message and its answer'],
  ),
];

/** One for 10, 100 and 1,000 messages each, where any row has so many. */
export function originalTables(originals: readonly Original[]): PlannedTable[] {
  return counts.flatMap((count): PlannedTable[] => {
    const rows = originals
      .filter(({ presses }) => presses.some(({ marks }) => marks.includes(count)))
      .map(({ key }) => key);
    if (rows.length === 0) return [];
    return [
      {
        key: `original-${count}`,
        figure: `rate_${count}`,
        rows,
        columns: three,
        baseline: 'ajax',
        published: published[count] ?? {},
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
  const rows = objections.map(({ key }) => key);
  const near = objections.filter(({ roundTrip_ms }) => roundTrip_ms === 0).map(({ key }) => key);
  const columns = (part: Part) => carriers.filter(({ parts }) => parts.includes(part)).map(({ key }) => key);
  const isHttp = (key: string) => !key.startsWith('sockjs');
  const variants = columns('variants');
  return [
    ...tablesOver({ rows, columns: variants, baseline: 'fetch' }, [
      { key: 'requests', figure: 'steady_per_s', columns: variants.filter(isHttp) },
      {
        key: 'sockets',
        title: 'The same over SockJS: its transports, a token once a socket',
        figure: 'steady_per_s',
        columns: variants.filter((key) => key === 'fetch' || !isHttp(key)),
      },
      { key: 'opening', figure: 'first_ms', columns: columns('opening') },
      {
        key: 'in-flight',
        title: `${objections[0]?.amounts.depth ?? 0} in flight at any time`,
        figure: 'in_flight_per_s',
        columns: columns('flight'),
      },
      {
        key: 'to-page',
        figure: 'pulled_per_s',
        columns: columns('pull'),
        notes: [
          ...amountNotes(objections, ({ pulled }) => pulled),
          'fetch asks for each message: where the round trip is long that is one at a time once more, and not run.',
        ],
      },
      {
        key: 'to-server',
        figure: 'put_per_s',
        rows: objections.filter(({ amounts }) => amounts.put !== null).map(({ key }) => key),
        columns: columns('put'),
        notes: amountNotes(objections, ({ put }) => put),
      },
    ]),
    ...tablesOver({ rows: near, columns: variants, baseline: 'fetch' }, [
      { key: 'up', figure: 'up_bytes' },
      { key: 'down', figure: 'down_bytes' },
      { key: 'server-cpu', figure: 'server_us' },
      { key: 'browser-cpu', figure: 'browser_us' },
    ]),
  ];
}

function amountNotes(
  objections: readonly Objections[],
  amountOf: (amounts: Amounts) => number | null,
): string[] {
  const amounts = new Set(objections.flatMap(({ amounts }) => amountOf(amounts) ?? []));
  return [`${[...amounts].map((amount) => amount.toLocaleString('en')).join(', ')} messages.`];
}
