import type { Extent, OwnFigure, PlannedTable } from '@meteor-vs-mean/measure/results';
import { tablesOver } from '@meteor-vs-mean/measure/run';
import { less, more } from '../figures.ts';

export interface Shape {
  requestRows: readonly string[];
  pageRows: readonly string[];
  bytesRows: readonly string[];
  loadRows: readonly string[];
  /** Of these, those over a network. */
  farLoadRows: readonly string[];
  /** Keys of contestants. */
  requests: readonly string[];
  opening: readonly string[];
  load: readonly string[];
}

/** The row that has the published figures of a page: see `far_ms` in index.ts. */
const far = 'page-80';

/** @param counts how many requests at once, and how many under way, for the titles */
export function figuresOf({ together, inFlight }: Record<'together' | 'inFlight', number>): OwnFigure[] {
  return [
    ...less(
      'ms',
      ['one_ms', 'One request, over what is open'],
      [
        'cold_ms',
        'One request with its opening',
        'For each request a connection is opened, and whatever the protocol says before it takes a request.',
      ],
      ['opened_ms', 'Opening alone'],
      [
        'together_ms',
        `${together} requests at once`,
        'Each for another id. A browser has six connections of HTTP/1.1 to a host; Node takes what it is asked.',
      ],
      [
        'same_ms',
        `${together} requests at once, all for one id`,
        'Whether the original asked for one id or for many isn’t known here, so both tables have its figures.',
      ],
    ),
    ...less('requests', ['same_gets', 'How many of these reached the service']),
    ...more('/s', ['rate_per_s', `Requests a second, ${inFlight} under way`]),
    ...less(
      'µs',
      ['server_us', 'CPU of the server for one of these'],
      ['client_us', 'CPU of the client for one of these'],
    ),
    ...less(
      'cores',
      ['server_busy', 'Cores at work in the server'],
      ['client_busy', 'Cores at work in the client', 'Of Chromium those of all its processes.'],
    ),
    ...less(
      'bytes',
      ['exchange_bytes', 'Bytes of one exchange', 'At the socket: headers, framing and TLS are in it.'],
      ['exchange_up_bytes', 'Of these, of the request'],
      ['exchange_down_bytes', 'Of these, of the answer'],
      [
        'cold_bytes',
        'Bytes of opening, one exchange and closing',
        '370 is the sum of what the source names: a request of about 230, a frame of 86, an exchange of 54.',
      ],
      [
        'opened_bytes',
        'Bytes of opening alone',
        'HTTP/1.1 says nothing before its first request. A page can’t open HTTP/2 without asking for something.',
      ],
    ),
    ...less('', [
      'load_trips',
      'Round trips that all requests of a connection took, opening included',
      'HTTP/1.1 opens with one; Socket.io over WebSocket with three: TCP, the upgrade, and its own connect. Then each request takes one, or all together one where they are sent at once. What it took beyond these is the work of both ends.',
    ]),
    ...more(
      '/s',
      [
        'load_per_s',
        'Requests a second, opening included',
        'HTTP by autocannon, to its last answer; HTTP/2 by node:http2, as autocannon has none; Socket.io by its client.',
        'All connections are of one client process. Each has one request under way, but in the column that says at once.',
      ],
      ['tool_per_s', 'The same by autocannon’s own clock', 'It looks once a second whether it is done.'],
    ),
    ...less(
      'cores',
      [
        'load_client_cores',
        'Cores at work in the client, opening included',
        'One process: where this is near 1 and the server has less to do, the client is what holds it up.',
      ],
      ['load_server_cores', 'Cores at work in the server, opening included'],
    ),
    ...less(
      'µs',
      ['load_server_us', 'CPU of the server a request, opening included'],
      ['load_client_us', 'CPU of the client a request, opening included'],
    ),
  ];
}

export function tablesOf(shape: Shape): PlannedTable[] {
  const { requestRows, pageRows, bytesRows, loadRows, farLoadRows, requests, opening, load } = shape;
  const over = (rows: readonly string[], columns: readonly string[]): Extent => ({
    rows,
    columns,
    baseline: 'http',
  });
  const page: PlannedTable['published'] = { [far]: { http: 5000, socketio: 180 } };
  const withoutHttp = opening.filter((key) => key !== 'http');
  return [
    ...tablesOver(over(requestRows, requests), [
      {
        key: 'one',
        figure: 'one_ms',
        published: { [far]: { http: 107, socketio: 83 } },
      },
      { key: 'cold', figure: 'cold_ms', columns: opening },
      {
        key: 'opened',
        figure: 'opened_ms',
        columns: opening.filter((key) => key.startsWith('socketio')),
        baseline: null,
        published: { [far]: { socketio: 190 } },
      },
      { key: 'together', figure: 'together_ms', published: page },
      { key: 'same', figure: 'same_ms', rows: pageRows, published: page },
      { key: 'same-gets', figure: 'same_gets', rows: pageRows, baseline: null },
      {
        key: 'rate',
        figure: 'rate_per_s',
        published: { [far]: { http: 10, socketio: 4000 } },
      },
      { key: 'rate-server', figure: 'server_us' },
      { key: 'rate-client', figure: 'client_us', baseline: null },
      { key: 'rate-server-cores', figure: 'server_busy', baseline: null },
      { key: 'rate-client-cores', figure: 'client_busy', baseline: null },
    ]),
    ...tablesOver(over(bytesRows, requests), [
      {
        key: 'exchange',
        figure: 'exchange_bytes',
        published: { 'page-bytes': { http: 282, socketio: 54 } },
      },
      { key: 'up', figure: 'exchange_up_bytes', published: { 'page-bytes': { socketio: 31 } } },
      { key: 'down', figure: 'exchange_down_bytes', published: { 'page-bytes': { socketio: 24 } } },
      {
        key: 'cold-bytes',
        figure: 'cold_bytes',
        columns: opening,
        published: { 'page-bytes': { http: 282, socketio: 370 } },
      },
      {
        key: 'opened-bytes',
        figure: 'opened_bytes',
        columns: withoutHttp,
        baseline: null,
        published: { 'page-bytes': { socketio: 316 } },
      },
    ]),
    ...tablesOver(over(loadRows, load), [
      { key: 'load', figure: 'load_per_s' },
      { key: 'load-trips', figure: 'load_trips', rows: farLoadRows, baseline: null },
      { key: 'tool', figure: 'tool_per_s', columns: ['http'], baseline: null },
      { key: 'load-client-cores', figure: 'load_client_cores', baseline: null },
      { key: 'load-server-cores', figure: 'load_server_cores', baseline: null },
      { key: 'load-server', figure: 'load_server_us' },
      { key: 'load-client', figure: 'load_client_us', baseline: null },
    ]),
  ];
}
