import type { OwnFigure, PlannedTable } from '@meteor-vs-mean/measure/results';
import { tablesOver } from '@meteor-vs-mean/measure/run';
import { less, more } from '../figures.ts';

const chromium = ['ws-chromium', 'wss-chromium', 'sse-http1-chromium', 'sse-http2-chromium'];
/** Those that open as many connections as III asks for. */
const chromiumMany = ['ws-chromium', 'wss-chromium', 'sse-http2-chromium'];
const node = ['ws-node', 'sse-http1-node', 'sse-http2-node'];
const inTabs = ['ws-chromium', 'sse-http2-chromium'];
const steady = ['steady-20', 'steady-100'];
const climbs = ['batches', 'connections'];

const climbing =
  'A batch every millisecond on each connection. The figure is of the batch size (I) or the number of connections (II) with the most events. Whoever takes the last step, too, is offered twice as much, and so on: see what was left of the last.';
const counting =
  'The client takes each batch as text and counts it: parsing is left out, as it costs the same whatever carried it.';
const openness =
  'The tab has no DevTools attached, also none of what drives the browser: the source found that they cost a quarter of its events.';
const http1 =
  'On HTTP/1.1 a browser opens six connections to a server at most: of ten that were asked for, six push.';
const cpu = 'Of one core: 200 % are two. The client is the whole browser, with its network process.';
const secure =
  'HTTP/2 is over TLS, as browsers require it; a server makes its own certificate, and the browser accepts it.';

export const figures: readonly OwnFigure[] = [
  ...more('/s', ['events_per_s', 'Events a second']),
  ...more('', ['best_at', 'Where most came: events a batch (I), connections (II)']),
  ...more('/s', ['events_at_1', 'Events a second in batches of one (I), on one connection (II)']),
  ...more('%', [
    'left_percent',
    'What was left of the last that was offered',
    'Where that is under 5 %, all was taken: the client opens no more connections, or the lab offers no more. Then the most isn’t known.',
  ]),
  ...less(
    '%',
    ['client_cpu', 'CPU of the client'],
    ['tabs_cpu', 'CPU of the tab alone'],
    ['server_cpu', 'CPU of the server'],
  ),
  ...less(
    'µs',
    ['client_us_per_1000', 'CPU of the client for 1,000 events, where most came'],
    ['server_us_per_1000', 'CPU of the server for 1,000 events, where most came'],
  ),
  ...less(
    '',
    [
      'client_switches_per_1000',
      'Context switches of the client for 1,000 events',
      'Of all threads of all its processes, as the system counts them: each is a wait, or a core taken away.',
    ],
    ['server_switches_per_1000', 'Context switches of the server for 1,000 events'],
  ),
  ...less('B', [
    'bytes_per_event',
    'Bytes of an event on the wire, in batches of 50',
    '130 of them are the event and its comma.',
  ]),
];

const inChromium = { columns: chromium, baseline: 'ws-chromium' };
const inNode = { columns: node, baseline: 'ws-node' };
const inBoth = { columns: [...chromium, ...node], baseline: 'ws-chromium' };

export const tables: readonly PlannedTable[] = [
  ...tablesOver({ rows: climbs, ...inChromium }, [
    {
      key: 'most',
      title: 'Most events a second, in a tab of Chromium',
      figure: 'events_per_s',
      published: {
        batches: { 'ws-chromium': 4_000_000, 'sse-http2-chromium': 3_100_000 },
        connections: { 'ws-chromium': 2_400_000, 'sse-http2-chromium': 2_700_000 },
      },
      notes: [climbing, counting, openness, http1, secure],
    },
    {
      key: 'most-node',
      title: 'Most events a second, in Node',
      figure: 'events_per_s',
      ...inNode,
      notes: ['WebSockets by ws, server-sent events by eventsource on undici.'],
    },
    {
      key: 'best-at',
      figure: 'best_at',
      baseline: null,
      published: {
        batches: { 'ws-chromium': 800, 'sse-http2-chromium': 450 },
        connections: { 'sse-http2-chromium': 60 },
      },
    },
  ]),
  ...tablesOver({ rows: climbs, ...inBoth, baseline: null }, [
    { key: 'at-one', figure: 'events_at_1' },
    { key: 'left', figure: 'left_percent' },
  ]),
  ...tablesOver({ rows: ['batches'], ...inChromium }, [
    {
      key: 'most-client-cpu',
      title: 'CPU of the client where most came',
      figure: 'client_cpu',
      published: { batches: { 'ws-chromium': 175, 'sse-http2-chromium': 165 } },
      notes: [cpu],
    },
    {
      key: 'most-server-cpu',
      title: 'CPU of the server where most came',
      figure: 'server_cpu',
      published: { batches: { 'ws-chromium': 70, 'sse-http2-chromium': 75 } },
    },
  ]),
  ...tablesOver({ rows: steady, columns: chromiumMany, baseline: 'ws-chromium' }, [
    {
      key: 'steady-client-cpu',
      title: 'CPU of a tab that takes 100,000 events a second',
      figure: 'client_cpu',
      published: {
        'steady-20': { 'ws-chromium': 35, 'sse-http2-chromium': 23 },
        'steady-100': { 'ws-chromium': 30, 'sse-http2-chromium': 30 },
      },
      notes: [
        '20 batches a second on each connection.',
        cpu,
        'Not on HTTP/1.1: a browser opens six connections there.',
      ],
    },
    {
      key: 'steady-server-cpu',
      title: 'CPU of the server that pushes 100,000 events a second to a tab',
      figure: 'server_cpu',
      published: {
        'steady-20': { 'ws-chromium': 6, 'sse-http2-chromium': 8 },
        'steady-100': { 'ws-chromium': 12, 'sse-http2-chromium': 11 },
      },
    },
    {
      key: 'steady-node-client-cpu',
      title: 'CPU of a Node that takes 100,000 events a second',
      figure: 'client_cpu',
      ...inNode,
    },
    {
      key: 'steady-node-server-cpu',
      title: 'CPU of the server that pushes 100,000 events a second to a Node',
      figure: 'server_cpu',
      ...inNode,
    },
  ]),
  ...tablesOver({ rows: ['table', 'chart'], columns: inTabs, baseline: 'ws-chromium' }, [
    {
      key: 'drawn-client-cpu',
      title: 'CPU of a browser that draws what comes',
      figure: 'client_cpu',
      notes: [
        'The table parses 100,000 events a second and shows the newest hundred; the chart parses 400 and draws the newest 300. Both draw five times a second, as the source does.',
        cpu,
      ],
    },
    { key: 'drawn-tabs-cpu', title: 'CPU of its tab alone', figure: 'tabs_cpu' },
  ]),
  ...tablesOver({ rows: [...steady, 'table', 'chart'], ...inBoth }, [
    { key: 'client-switches', figure: 'client_switches_per_1000' },
    { key: 'server-switches', figure: 'server_switches_per_1000' },
  ]),
  ...tablesOver({ rows: ['devtools-off', 'devtools-on'], columns: inTabs, baseline: null }, [
    {
      key: 'devtools',
      title: 'Events a second with DevTools off and on',
      figure: 'events_per_s',
      published: {
        'devtools-off': { 'ws-chromium': 1_350_000 },
        'devtools-on': { 'ws-chromium': 1_000_000 },
      },
      notes: [
        'A browser without a screen opens no panels: what they turn on is turned on over the DevTools protocol, and its events are sent.',
      ],
    },
    {
      key: 'devtools-tabs-cpu',
      title: 'CPU of the tab with DevTools off and on',
      figure: 'tabs_cpu',
      published: { 'devtools-off': { 'ws-chromium': 75 }, 'devtools-on': { 'ws-chromium': 130 } },
    },
  ]),
  {
    key: 'tabs',
    title: 'Events a second in one tab, and in several together',
    figure: 'events_per_s',
    rows: ['tabs-1', 'tabs-2', 'tabs-3'],
    columns: inTabs,
    baseline: null,
    published: {
      'tabs-1': { 'sse-http2-chromium': 3_000_000 },
      'tabs-2': { 'sse-http2-chromium': 4_100_000 },
      'tabs-3': { 'sse-http2-chromium': 4_000_000 },
    },
    notes: [
      'Ten connections a tab, batches of 400, one every millisecond.',
      "The source doesn't say which of the two its tabs used; its one tab has what it found for server-sent events.",
    ],
  },
  ...tablesOver({ rows: climbs, ...inBoth }, [
    { key: 'client-cost', figure: 'client_us_per_1000' },
    { key: 'server-cost', figure: 'server_us_per_1000' },
    { key: 'bytes', figure: 'bytes_per_event', rows: ['batches'], baseline: null },
  ]),
];
