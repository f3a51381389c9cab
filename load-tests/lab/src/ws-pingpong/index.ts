import { findBun } from '../bun.ts';
import type { Experiment, Load, Size } from '../experiment.ts';
import { targetsIn } from '../find-targets.ts';
import { versionOf } from '../versions.ts';
import { clients } from './clients/index.ts';
import { playRally, type Span } from './round.ts';
import type { PingPongServer } from './server.ts';

const spans: Record<Size, Span> = {
  toy: { warm_ms: 50, measured_ms: 200, metered: 25 },
  quick: { warm_ms: 1000, measured_ms: 1500, metered: 200 },
  whole: { warm_ms: 2000, measured_ms: 4000, metered: 500 },
};
const repeats: Record<Size, number> = { toy: 1, quick: 2, whole: 6 };

const found = (await targetsIn(new URL('./targets/', import.meta.url))) as PingPongServer[];
/** As the source has them, then those that it hasn't. */
const published = ['node-ws', 'bun-ws', 'bun'];
const servers = [
  ...published.flatMap((key) => found.filter((server) => server.key === key)),
  ...found.filter((server) => !published.includes(server.key)),
];
const bun = await findBun().catch(({ message }: Error) => message);
const runs = ({ runtime }: { runtime: string }) => runtime !== 'bun' || typeof bun === 'object';
const aboutClients = [
  `The clients: Node ${process.versions.node}, ws ${versionOf('ws', import.meta.url)}`,
  typeof bun === 'object' ? `Bun ${bun.version}.` : `no Bun (${bun}).`,
].join(', ');

const rows = clients.map(({ key }) => key);
const columns = servers.map(({ key }) => key);

const whyShare =
  'A round trip is a chain: client, kernel and waking up take their share whatever the server is, and more of it where cores are slow or shared. System calls were the same in every pair that was traced (strace: two reads and two writes a round trip on each end), so what differs is the time in the runtimes: see the CPU of a round trip.';
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
  targets: servers,
  plan: (size) => ({
    repeats: repeats[size],
    loads: clients.map(
      (client): Load => ({
        key: client.key,
        title: `client: ${client.title}`,
        targets: runs(client) ? columns : [],
        baseline: size === 'toy' || !runs(client) ? null : 'node-ws',
        measure: (target, stage) => {
          const server = servers.find(({ key }) => key === target);
          if (!server) throw new Error(`ws-pingpong has no server named ${target}: ${columns.join(', ')}.`);
          return playRally(server, client, spans[size], stage);
        },
      }),
    ),
    tables: [
      {
        key: 'round-trips',
        title: 'Round trips a second, in steady state',
        figure: 'round_trips_per_s',
        unit: '/s',
        better: 'more',
        rows,
        columns,
        baseline: 'node-ws',
        published: [
          ['node-ws', 'node-ws', 19_000],
          ['node-ws', 'bun-ws', 15_000],
          ['node-ws', 'bun', 44_000],
          ['bun', 'node-ws', 23_000],
          ['bun', 'bun-ws', 27_000],
          ['bun', 'bun', 50_000],
        ],
        notes: [
          aboutClients,
          'One message is under way at any time: client 1, server, client 2, server, client 1. So it is the time that one message takes, not what a server can carry.',
          'Both clients are in one process, the server in another.',
          'On Bun, `ws` is not the npm package: Bun puts its own in its place.',
        ],
      },
      {
        key: 'server-cpu',
        title: 'CPU of the server for a round trip (two messages in, two out)',
        figure: 'server_cpu_us',
        unit: 'µs',
        better: 'less',
        rows,
        columns,
        baseline: 'node-ws',
      },
      {
        key: 'client-cpu',
        title: 'CPU of the client for a round trip (two messages in, two out)',
        figure: 'client_cpu_us',
        unit: 'µs',
        better: 'less',
        rows,
        columns,
        baseline: 'node-ws',
      },
      {
        key: 'bytes',
        title: 'Bytes of a round trip, counted on the wire',
        figure: 'bytes',
        unit: 'B',
        better: 'less',
        rows,
        columns,
        baseline: null,
        notes: ['Four bytes of text, four times; 6 bytes of frame from a client, 2 from a server.'],
      },
    ],
    claims: [
      {
        key: 'bun-server-node-client',
        what: "Bun's own server over Node with ws, played by a client on Node with ws",
        published: { text: '44,000 against 19,000 round trips a second', ratio: 44 / 19 },
        here: { figure: 'round_trips_per_s', load: 'node-ws', over: ['bun', 'node-ws'] },
        why: whyServer,
      },
      {
        key: 'bun-server-bun-client',
        what: "Bun's own server over Node with ws, played by a client on Bun",
        published: { text: '50,000 against 23,000 round trips a second', ratio: 50 / 23 },
        here: { figure: 'round_trips_per_s', load: 'bun', over: ['bun', 'node-ws'] },
        why: whyServer,
      },
      {
        key: 'ws-on-bun-node-client',
        what: 'ws on Bun over ws on Node, played by a client on Node with ws',
        published: { text: '15,000 against 19,000 round trips a second', ratio: 15 / 19 },
        here: { figure: 'round_trips_per_s', load: 'node-ws', over: ['bun-ws', 'node-ws'] },
        why: whyShim,
      },
      {
        key: 'ws-on-bun-bun-client',
        what: 'ws on Bun over ws on Node, played by a client on Bun',
        published: { text: '27,000 against 23,000 round trips a second', ratio: 27 / 23 },
        here: { figure: 'round_trips_per_s', load: 'bun', over: ['bun-ws', 'node-ws'] },
        why: whyShim,
      },
      {
        key: 'bun-client',
        what: 'A client on Bun over one on Node with ws, the server being Node with ws',
        published: { text: '23,000 against 19,000 round trips a second', ratio: 23 / 19 },
        here: {
          figure: 'round_trips_per_s',
          load: 'bun',
          over: ['node-ws', 'node-ws'],
          otherLoad: 'node-ws',
        },
        why: whyShare,
      },
      {
        key: 'node-own-client',
        what: "Node's own WebSocket over ws, as the client of Node with ws",
        published: { text: 'not measured: Node 20 had none without a flag', ratio: null },
        here: {
          figure: 'round_trips_per_s',
          load: 'node-own',
          over: ['node-ws', 'node-ws'],
          otherLoad: 'node-ws',
        },
        why: "Node's own client (undici) copies each message into an event as browsers have it, and checks more.",
      },
    ],
  }),
} satisfies Experiment;
