import { limits } from '@meteor-vs-mean/contract';
import type { OwnFigure, PlannedClaim } from '@meteor-vs-mean/measure/results';
import type { Experiment, Load, Size } from '../experiment.ts';
import { less } from '../figures.ts';
import type { Carrier } from './carrier.ts';
import { findCarriers } from './carriers.ts';
import type { Payload } from './fan-out.ts';
import { paces } from './pace.ts';

const carriers = await findCarriers();
const all = carriers.map(({ key }) => key);
/** Those that take one protocol or library apart are asked one load only. */
const dissecting = ['sockjs-raw', 'ddp-sockjs-unmerged'];
const main = all.filter((key) => !dissecting.includes(key));
/** What browsers of the two stacks speak, and the plain WebSocket to compare with. */
const ends = ['ws', 'socketio', 'ddp-sockjs'];
const baseline = 'ws';

/** Of a todo as people write them, and of the longest text that packages/contract allows anywhere. */
const texts = { todo: 40, long: limits.messageTextLength };
const payloads: Record<string, Payload & { title: string }> = {
  todo: { title: 'a todo', text_length: texts.todo, deflate: false },
  'todo-deflate': { title: 'a todo, deflated', text_length: texts.todo, deflate: true },
  long: { title: `${texts.long} characters`, text_length: texts.long, deflate: false },
  'long-deflate': { title: `${texts.long} characters, deflated`, text_length: texts.long, deflate: true },
};

const asked: Record<Size, Record<string, string[]>> = {
  toy: { todo: all, 'long-deflate': main },
  quick: { todo: main, 'todo-deflate': ends },
  full: { todo: all, 'todo-deflate': main, long: ends, 'long-deflate': ends },
};

const figures: readonly OwnFigure[] = [
  ...less('µs', [
    'server_cpu_us',
    'CPU of the server for one delivery',
    'User and system time of all of its threads, from before the first message until the last has come, over the deliveries. There is no database: what an app pays to learn of a write comes on top.',
  ]),
  ...less('bytes', [
    'down_bytes',
    'Bytes on the wire for one delivery',
    'To the client, at its sockets: the message and all that frames it; TCP’s own headers are not in it.',
    'Deflated: every message, with the zlib settings that Meteor has. Left to themselves, Meteor and Socket.io send messages under 1,024 bytes as they are, and Socket.io offers no compression at all.',
  ]),
  ...less('µs', [
    'client_cpu_us',
    'CPU of the client for one delivery',
    'Of the load clients: packages/pubsub-client where it speaks the transport, else plain ws, on Node. A browser’s own client does more: Meteor’s keeps every document, for one.',
  ]),
  ...less(
    'bytes',
    [
      'kept_bytes',
      'Memory that the server keeps of one delivery',
      'Live heap and what Node holds outside of it, after forced collections: how much more than before the messages. It is what Meteor’s merge box has of each client’s documents, until its subscription ends; within some bytes the others keep nothing.',
    ],
    [
      'subscriber_bytes',
      'Memory of one subscriber',
      'Live, in the server, once it has been sent its first message.',
    ],
  ),
  ...less('MB', [
    'rss_mb',
    'Resident memory of the server at the end',
    'All of the process, with the subscribers and garbage not yet collected.',
    'Deflating can leave far more resident than live: a copy for each client waits for zlib’s threads, and malloc keeps what they had.',
  ]),
  ...less('bytes', [
    'opening_bytes',
    'Bytes of opening a connection',
    'Both ways, from the first byte of HTTP until the subscriber is subscribed.',
  ]),
  ...less(
    'ms',
    ['latency_p50_ms', 'From when a message was due until a subscriber had it, median'],
    ['latency_p99_ms', 'The same, 99th percentile'],
    [
      'lateness_p99_ms',
      'How late a message was handed to the carrier, 99th percentile',
      'It is in the two tables above. Up to a millisecond of it is the timer’s, the same for all. The rest is the carrier’s own: the process that carries a message hands over the next one, and is late with it while it is busy.',
    ],
  ),
];

/** A row a load; with `of`, a row for each of those loads. */
const tables = [
  { key: 'server-cpu', figure: 'server_cpu_us' },
  { key: 'bytes', figure: 'down_bytes' },
  { key: 'client-cpu', figure: 'client_cpu_us' },
  // With deflating, V8 was seen to let go of 5 MB of the start in the middle of a round: that would drown it.
  { key: 'kept', figure: 'kept_bytes', baseline: null, of: ({ deflate }: Payload) => !deflate },
  { key: 'subscriber', figure: 'subscriber_bytes' },
  { key: 'resident', figure: 'rss_mb' },
  { key: 'opening', figure: 'opening_bytes' },
  { key: 'latency', figure: 'latency_p50_ms' },
  { key: 'latency-p99', figure: 'latency_p99_ms' },
  { key: 'lateness', figure: 'lateness_p99_ms', baseline: null },
];

const ours: PlannedClaim['published'] = { text: 'nothing: this experiment is ours', ratio: null };
const claims: readonly Omit<PlannedClaim, 'published'>[] = [
  {
    key: 'browsers-bytes',
    what: 'Bytes of a todo: as Meteor’s browsers get it (DDP in SockJS) over as MEAN’s do (Socket.io)',
    here: { figure: 'down_bytes', load: 'todo', over: ['ddp-sockjs', 'socketio'] },
    why: 'DDP names message, collection, id and fields in each message; SockJS puts that text into an array once more, so each of its quotes costs a backslash.',
  },
  {
    key: 'browsers-cpu',
    what: 'CPU of the server for the same: DDP in SockJS over Socket.io',
    here: { figure: 'server_cpu_us', load: 'todo', over: ['ddp-sockjs', 'socketio'] },
    why: 'Socket.io encodes a message once for a room and frames it once; DDP merges, copies and encodes it for each client.',
  },
  {
    key: 'framing-bytes',
    what: 'What SockJS’s frames add to DDP’s bytes',
    here: { figure: 'down_bytes', load: 'todo', over: ['ddp-sockjs', 'ddp'] },
    why: '`a["` and `"]`, and a backslash before each quote of the message.',
  },
  {
    key: 'library-cpu',
    what: 'CPU for the same bytes by another library: SockJS’s raw endpoint (faye-websocket) over ws',
    here: { figure: 'server_cpu_us', load: 'todo', over: ['sockjs-raw', 'ws'] },
    why: 'Both put the same text into one websocket frame; what differs is the library’s way to the socket.',
  },
  {
    key: 'ddp-cpu',
    what: 'What DDP itself adds: DDP over SockJS’s raw endpoint, which carries it',
    here: { figure: 'server_cpu_us', load: 'todo', over: ['ddp', 'sockjs-raw'] },
    why: 'Merge box, a copy of each message and its EJSON, once for each client; and another Node: Meteor brings its own.',
  },
  {
    key: 'merge-box-cpu',
    what: 'The merge box’s part: DDP in SockJS over the same without history (NO_MERGE_NO_HISTORY)',
    here: { figure: 'server_cpu_us', load: 'todo', over: ['ddp-sockjs', 'ddp-sockjs-unmerged'] },
    why: 'Without it the server keeps nothing of what it sent, and doesn’t look whether a client has it already.',
  },
  {
    key: 'deflate-cpu-ws',
    what: 'What deflating each todo does to the server’s CPU: ws with over ws without',
    here: { figure: 'server_cpu_us', load: 'todo-deflate', otherLoad: 'todo', over: ['ws', 'ws'] },
    why: 'Each client’s copy is deflated separately, in zlib’s threads. That handing it to them is most of the main thread’s part is a guess.',
  },
  {
    key: 'deflate-cpu-ddp',
    what: 'The same for DDP in SockJS',
    here: {
      figure: 'server_cpu_us',
      load: 'todo-deflate',
      otherLoad: 'todo',
      over: ['ddp-sockjs', 'ddp-sockjs'],
    },
    why: 'A guess, from the sources: with nothing kept between messages, faye-websocket’s permessage-deflate makes and closes a zlib stream for each message of each client, where ws resets one that it has.',
  },
  {
    key: 'deflate-bytes-ddp',
    what: 'What it saves: bytes of a todo by DDP in SockJS, deflated over not',
    here: {
      figure: 'down_bytes',
      load: 'todo-deflate',
      otherLoad: 'todo',
      over: ['ddp-sockjs', 'ddp-sockjs'],
    },
    why: 'Within one short message little is said twice.',
  },
];

export default {
  name: 'carriers',
  title: 'What carries a message, and what it costs',
  question:
    'The same messages sent to the same subscribers by ws, Socket.io, SockJS and DDP: what are bytes, CPU and memory for one delivery, without a database?',
  source: null,
  targets: carriers,
  plan(size) {
    const rows = Object.keys(asked[size]);
    const columns = all.filter((key) => Object.values(asked[size]).some((keys) => keys.includes(key)));
    const isAsked = (load: string, contestant: string) => asked[size][load]?.includes(contestant) ?? false;
    return {
      pairs: paces[size].pairs,
      loads: Object.entries(asked[size]).map(([key, contestants]): Load => {
        const { title, ...payload } = payloads[key] as (typeof payloads)[string];
        return {
          key,
          title,
          contestants,
          baseline: size === 'toy' ? null : baseline,
          async measure(contestant, testbed) {
            const { measureCarrier } = await import('./measure.ts');
            const carrier = carriers.find((one) => one.key === contestant) as Carrier;
            return measureCarrier(carrier, payload, testbed);
          },
        };
      }),
      figures,
      tables: tables.map(({ of = () => true, ...table }) => ({
        rows: rows.filter((load) => of(payloads[load] as Payload)),
        columns,
        baseline,
        ...table,
      })),
      claims: claims
        .filter(
          ({ here: { load, otherLoad = load, over } }) =>
            isAsked(load, over[0]) && isAsked(otherLoad, over[1]),
        )
        .map((claim) => ({ ...claim, published: ours })),
    };
  },
} satisfies Experiment;
