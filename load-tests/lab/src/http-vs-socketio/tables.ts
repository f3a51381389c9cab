import type { PlannedTable } from '../experiment.ts';

/** Which rows and columns this size has. */
export interface Shape {
  requestRows: readonly string[];
  pageRows: readonly string[];
  bytesRows: readonly string[];
  loadRows: readonly string[];
  /** Keys of targets. */
  requests: readonly string[];
  opening: readonly string[];
  load: readonly string[];
  together: number;
  inFlight: number;
}

type Rest = Pick<PlannedTable, 'rows' | 'columns' | 'published' | 'notes'> & { over?: string };

function table(
  [key, title]: readonly [string, string],
  figure: string,
  unit: string,
  better: PlannedTable['better'],
  { over, ...rest }: Rest,
): PlannedTable {
  return { key, title, figure, unit, better, baseline: over ?? null, ...rest };
}

/** The row that the published figures of a page are set beside: see plan.ts on its round trip. */
const far = 'page-80';

export function tablesOf(shape: Shape): PlannedTable[] {
  return [...ofRequests(shape), ...ofBytes(shape), ...ofLoads(shape)];
}

function ofRequests({ requestRows, pageRows, requests, opening, together, inFlight }: Shape): PlannedTable[] {
  const alone = { rows: requestRows, columns: requests };
  const overHttp = { ...alone, over: 'http' };
  const atOnce: Rest['published'] = [
    [far, 'http', 5000],
    [far, 'socketio', 180],
  ];
  const sockets = opening.filter((key) => key.startsWith('socketio'));
  return [
    table(['one', 'One request, over what is open'], 'one_ms', 'ms', 'less', {
      ...overHttp,
      published: [
        [far, 'http', 107],
        [far, 'socketio', 83],
      ],
    }),
    table(['cold', 'One request with its opening'], 'cold_ms', 'ms', 'less', {
      ...{ rows: requestRows, columns: opening, over: 'http' },
      notes: [
        'For each request a connection is opened, and whatever the protocol says before it takes a request.',
      ],
    }),
    table(['opened', 'Opening alone'], 'opened_ms', 'ms', 'less', {
      ...{ rows: requestRows, columns: sockets },
      published: [[far, 'socketio', 190]],
    }),
    table(['together', `${together} requests at once`], 'together_ms', 'ms', 'less', {
      ...overHttp,
      published: atOnce,
      notes: [
        'Each for another id. A browser has six connections of HTTP/1.1 to a host; Node takes what it is asked.',
      ],
    }),
    table(['same', `${together} requests at once, all for one id`], 'same_ms', 'ms', 'less', {
      ...{ rows: pageRows, columns: requests, over: 'http' },
      published: atOnce,
      notes: [
        'Whether the original asked for one id or for many isn’t known here, so its figures stand in both tables.',
      ],
    }),
    table(['same-gets', 'How many of these reached the service'], 'same_gets', 'requests', 'less', {
      ...{ rows: pageRows, columns: requests },
    }),
    table(['rate', `Requests a second, ${inFlight} under way`], 'rate_per_s', '/s', 'more', {
      ...overHttp,
      published: [
        [far, 'http', 10],
        [far, 'socketio', 4000],
      ],
    }),
    table(['rate-server', 'CPU of the server for one of these'], 'server_us', 'µs', 'less', overHttp),
    table(['rate-client', 'CPU of the client for one of these'], 'client_us', 'µs', 'less', alone),
    table(['rate-server-cores', 'Cores at work in the server'], 'server_busy', 'cores', 'less', alone),
    table(['rate-client-cores', 'Cores at work in the client'], 'client_busy', 'cores', 'less', {
      ...alone,
      notes: ['Of Chromium those of all its processes.'],
    }),
  ];
}

function ofBytes({ bytesRows, requests, opening }: Shape): PlannedTable[] {
  const overHttp = { rows: bytesRows, columns: requests, over: 'http' };
  return [
    table(['exchange', 'Bytes of one exchange'], 'exchange_bytes', 'bytes', 'less', {
      ...overHttp,
      published: [
        ['page-bytes', 'http', 282],
        ['page-bytes', 'socketio', 54],
      ],
      notes: ['At the socket: headers, framing and TLS are in it.'],
    }),
    table(['up', 'Of these, of the request'], 'exchange_up_bytes', 'bytes', 'less', overHttp),
    table(['down', 'Of these, of the answer'], 'exchange_down_bytes', 'bytes', 'less', overHttp),
    table(['cold-bytes', 'Bytes of opening, one exchange and closing'], 'cold_bytes', 'bytes', 'less', {
      ...{ rows: bytesRows, columns: opening, over: 'http' },
      published: [
        ['page-bytes', 'http', 282],
        ['page-bytes', 'socketio', 370],
      ],
      notes: [
        '370 is the sum of what the source names: a request of about 230, a frame of 86, an exchange of 54.',
      ],
    }),
    table(['opened-bytes', 'Bytes of opening alone'], 'opened_bytes', 'bytes', 'less', {
      ...{ rows: bytesRows, columns: opening.filter((key) => key !== 'http') },
      published: [['page-bytes', 'socketio', 316]],
      notes: [
        'HTTP/1.1 says nothing before its first request. A page can’t open HTTP/2 without asking for something.',
      ],
    }),
  ];
}

function ofLoads({ loadRows, load }: Shape): PlannedTable[] {
  const alone = { rows: loadRows, columns: load };
  const overHttp = { ...alone, over: 'http' };
  return [
    table(['load', 'Requests a second, opening included'], 'load_per_s', '/s', 'more', {
      ...overHttp,
      notes: [
        'HTTP by autocannon, to its last answer; HTTP/2 by node:http2, as autocannon has none; Socket.io by its client.',
        'All connections are of one client process. Each has one request under way, but in the column that says at once.',
      ],
    }),
    table(['tool', 'The same by autocannon’s own clock'], 'tool_per_s', '/s', 'more', {
      ...{ rows: loadRows, columns: ['http'] },
      notes: ['It looks once a second whether it is done.'],
    }),
    table(
      ['load-client-cores', 'Cores at work in the client, opening included'],
      'load_client_cores',
      'cores',
      'less',
      {
        ...alone,
        notes: [
          'One process: where this is near 1 and the server has less to do, the client is what holds it up.',
        ],
      },
    ),
    table(
      ['load-server-cores', 'Cores at work in the server, opening included'],
      'load_server_cores',
      'cores',
      'less',
      alone,
    ),
    table(
      ['load-server', 'CPU of the server a request, opening included'],
      'load_server_us',
      'µs',
      'less',
      overHttp,
    ),
    table(
      ['load-client', 'CPU of the client a request, opening included'],
      'load_client_us',
      'µs',
      'less',
      alone,
    ),
  ];
}
