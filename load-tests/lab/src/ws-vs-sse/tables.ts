import { type GridFigure, type PlannedTable, tablesOver } from '@meteor-vs-mean/results';
import { less, more } from '../figures.ts';

const chromium = ['ws-chromium', 'wss-chromium', 'sse-http1-chromium', 'sse-http2-chromium'];
/** Those that open as many connections as III asks for. */
const chromiumMany = ['ws-chromium', 'wss-chromium', 'sse-http2-chromium'];
const node = ['ws-node', 'sse-http1-node', 'sse-http2-node'];
const steady = ['steady-20', 'steady-100'];
const climbs = ['batches', 'connections'];

const climbing =
  'A batch every millisecond on each connection is more than is taken; the figure is of the batch size (I) or the number of connections (II) with the most events.';
const counting =
  'The client takes each batch as text and counts it: parsing is left out, as it costs the same whatever carried it.';
const openness =
  'The tab has no DevTools attached, also none of what drives the browser: the source found that they cost a quarter of its events.';
const http1 =
  'On HTTP/1.1 a browser opens six connections to a server at most: of ten that were asked for, six push.';
const cpu = 'Of one core: 200 % are two. The client is the whole browser, with its network process.';
const secure =
  'HTTP/2 is over TLS, as browsers want it; a server makes its own certificate, and the browser is told to take it.';

export const figures: readonly GridFigure[] = [
  ...more('/s', ['events_per_s', 'Events a second']),
  ...more('', ['best_at', 'Where most came: events a batch (I), connections (II)']),
  ...less('%', ['client_cpu', 'CPU of the client'], ['server_cpu', 'CPU of the server']),
  ...less(
    'µs',
    ['client_us_per_1000', 'CPU of the client for 1,000 events, where most came'],
    ['server_us_per_1000', 'CPU of the server for 1,000 events, where most came'],
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
  {
    key: 'tabs',
    title: 'Events a second in one tab, and in two together',
    figure: 'events_per_s',
    rows: ['one-tab', 'two-tabs'],
    columns: ['ws-chromium', 'sse-http2-chromium'],
    baseline: null,
    published: {
      'one-tab': { 'sse-http2-chromium': 3_000_000 },
      'two-tabs': { 'sse-http2-chromium': 4_100_000 },
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
