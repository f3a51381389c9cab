import { type GridFigure, type PlannedClaim, tablesOver } from '@meteor-vs-mean/measure/results';
import { findBun } from '../bun.ts';
import type { Experiment, Load, Size } from '../experiment.ts';
import { less, more } from '../figures.ts';
import { versionOf } from '../versions.ts';
import { clients } from './clients.ts';
import { helloLoad, webServers } from './hello.ts';
import { playRally, type Span } from './round.ts';
import { findServers } from './servers.ts';

const spans: Record<Size, Span> = {
  toy: { warm_ms: 50, measured_ms: 200, metered: 25 },
  quick: { warm_ms: 1000, measured_ms: 1500, metered: 200 },
  full: { warm_ms: 2000, measured_ms: 4000, metered: 500 },
};
const repeats: Record<Size, number> = { toy: 1, quick: 2, full: 6 };

const servers = await findServers();
const bun = await findBun().catch(({ message }: Error) => message);
const runs = ({ runtime }: { runtime: string }) => runtime !== 'bun' || typeof bun === 'object';
const aboutClients = [
  `The clients: Node ${process.versions.node}, ws ${versionOf('ws', import.meta.url)}`,
  typeof bun === 'object' ? `Bun ${bun.version}.` : `no Bun (${bun}).`,
].join(', ');

const rows = clients.map(({ key }) => key);
const columns = servers.map(({ key }) => key);
const web = { rows: ['http'], columns: webServers.map(({ key }) => key), baseline: 'node-http' };

const figures: readonly GridFigure[] = [
  ...more('/s', [
    'round_trips_per_s',
    'Round trips a second, in steady state',
    aboutClients,
    'One message is under way at any time: client 1, server, client 2, server, client 1. So it is the time that one message takes, not what a server can carry.',
    'Both clients are in one process, the server in another.',
    'On Bun, `ws` is not the npm package: Bun puts its own in its place.',
  ]),
  ...less(
    'µs',
    ['server_cpu_us', 'CPU of the server for a round trip (two messages in, two out)'],
    ['client_cpu_us', 'CPU of the client for a round trip (two messages in, two out)'],
  ),
  ...less(
    '',
    [
      'server_switches',
      'Context switches of the server for a round trip',
      'Of all threads of the process, as the system counts them: each is a wait, or a core taken away.',
    ],
    ['client_switches', 'Context switches of the client for a round trip'],
  ),
  ...more('/s', [
    'http_per_s',
    'Requests a second of a web server that greets',
    'By autocannon, in one process: each connection has one request under way. Where its core is full, it is the limit.',
  ]),
  ...less('µs', ['http_server_us', 'CPU of the web server for a request']),
  ...less('B', [
    'bytes',
    'Bytes of a round trip, counted on the wire',
    'Four bytes of text, four times; 6 bytes of frame from a client, 2 from a server.',
  ]),
];

/** Round trips a second, by client and server. */
const published: Record<string, Record<string, number>> = {
  'node-ws': { 'node-ws': 19_000, 'bun-ws': 15_000, bun: 44_000 },
  bun: { 'node-ws': 23_000, 'bun-ws': 27_000, bun: 50_000 },
};

/** One server over another one, or one client over another one. */
type Side = readonly [client: string, server: string];

function claim(key: string, what: string, a: Side, b: Side, why: string): PlannedClaim {
  const [of, over] = [a, b].map(([client, server]) => published[client]?.[server]);
  return {
    key,
    what,
    published:
      of === undefined || over === undefined
        ? { text: 'not measured: Node 20 had none without a flag', ratio: null }
        : {
            text: `${of.toLocaleString('en')} against ${over.toLocaleString('en')} round trips a second`,
            ratio: of / over,
          },
    here: {
      figure: 'round_trips_per_s',
      load: a[0],
      over: [a[1], b[1]],
      ...(a[0] === b[0] ? {} : { otherLoad: b[0] }),
    },
    why,
  };
}

const whyShare =
  'A round trip is a chain: client, kernel and waking up take their share whatever the server is. The tables of CPU and of context switches of a round trip have what each end did here. That shared cores make the kernel’s share larger is a guess.';
const whyServer = `${whyShare} Node 20 and Bun 1.0 were measured; both have changed since.`;
const whyShim = `On Bun, \`ws\` is Bun's own code behind the same interface, so two versions of Bun are compared. ${whyServer}`;

export default {
  name: 'ws-pingpong',
  title: 'Ping-pong through a WebSocket server: Node and Bun',
  question:
    'Two clients play ping-pong through a server that broadcasts: how many round trips a second, on Node and on Bun?',
  source: {
    title: 'A simple WebSocket benchmark in JavaScript: Node.js versus Bun',
    author: 'Daniel Lemire',
    year: 2023,
    url: 'https://lemire.me/blog/2023/11/25/a-simple-websocket-benchmark-in-javascript-node-js-versus-bun/',
    machine: 'Node 20 and Bun 1.0; see the source for the machine',
  },
  targets: [...servers, ...webServers],
  plan: (size) => ({
    repeats: repeats[size],
    loads: [
      ...clients.map(
        (client): Load => ({
          key: client.key,
          title: `client: ${client.title}`,
          targets: runs(client) ? columns : [],
          baseline: size === 'toy' || !runs(client) ? null : 'node-ws',
          measure: (target, testbed) => {
            const server = servers.find(({ key }) => key === target);
            if (!server) throw new Error(`ws-pingpong has no server named ${target}: ${columns.join(', ')}.`);
            return playRally(server, client, spans[size], testbed);
          },
        }),
      ),
      helloLoad(size),
    ],
    figures,
    tables: tablesOver({ rows, columns, baseline: 'node-ws' }, [
      {
        key: 'round-trips',
        figure: 'round_trips_per_s',
        published,
      },
      { key: 'server-cpu', figure: 'server_cpu_us' },
      { key: 'client-cpu', figure: 'client_cpu_us' },
      { key: 'server-switches', figure: 'server_switches', baseline: null },
      { key: 'client-switches', figure: 'client_switches', baseline: null },
      { key: 'bytes', figure: 'bytes', baseline: null },
      { key: 'http', figure: 'http_per_s', ...web, published: { http: { 'node-http': 45_000 } } },
      { key: 'http-cpu', figure: 'http_server_us', ...web },
    ]),
    claims: [
      claim(
        'bun-server-node-client',
        "Bun's own server over Node with ws, played by a client on Node with ws",
        ['node-ws', 'bun'],
        ['node-ws', 'node-ws'],
        whyServer,
      ),
      claim(
        'bun-server-bun-client',
        "Bun's own server over Node with ws, played by a client on Bun",
        ['bun', 'bun'],
        ['bun', 'node-ws'],
        whyServer,
      ),
      claim(
        'ws-on-bun-node-client',
        'ws on Bun over ws on Node, played by a client on Node with ws',
        ['node-ws', 'bun-ws'],
        ['node-ws', 'node-ws'],
        whyShim,
      ),
      claim(
        'ws-on-bun-bun-client',
        'ws on Bun over ws on Node, played by a client on Bun',
        ['bun', 'bun-ws'],
        ['bun', 'node-ws'],
        whyShim,
      ),
      claim(
        'pure-ws',
        'Bun over Node on either side, both with ws',
        ['bun', 'bun-ws'],
        ['node-ws', 'node-ws'],
        whyShim,
      ),
      claim(
        'pure',
        "Bun's own server and client over Node with ws on either side",
        ['bun', 'bun'],
        ['node-ws', 'node-ws'],
        whyServer,
      ),
      {
        key: 'http',
        what: "Bun's own web server over Node's, requests a second",
        published: { text: 'nearly twice about 45,000', ratio: null, side: 'above' },
        here: { figure: 'http_per_s', load: 'http', over: ['bun-http', 'node-http'] },
        why: 'The source cites it from a page of its own, with another client. Here client and server share the cores named above.',
      },
      claim(
        'bun-client',
        'A client on Bun over one on Node with ws, the server being Node with ws',
        ['bun', 'node-ws'],
        ['node-ws', 'node-ws'],
        whyShare,
      ),
      claim(
        'node-own-client',
        "Node's own WebSocket over ws, as the client of Node with ws",
        ['node-own', 'node-ws'],
        ['node-ws', 'node-ws'],
        "Node's own client (undici) copies each message into an event as browsers have it, and checks more.",
      ),
    ],
  }),
} satisfies Experiment;
