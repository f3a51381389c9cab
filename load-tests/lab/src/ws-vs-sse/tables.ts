import type { PlannedTable } from '../experiment.ts';

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

export const tables: PlannedTable[] = [
  {
    key: 'most',
    title: 'Most events a second, in a tab of Chromium',
    figure: 'events_per_s',
    unit: '/s',
    better: 'more',
    rows: climbs,
    columns: chromium,
    baseline: 'ws-chromium',
    published: [
      ['batches', 'ws-chromium', 4_000_000],
      ['batches', 'sse-http2-chromium', 3_100_000],
      ['connections', 'ws-chromium', 2_400_000],
      ['connections', 'sse-http2-chromium', 2_700_000],
    ],
    notes: [climbing, counting, openness, http1, secure],
  },
  {
    key: 'most-node',
    title: 'Most events a second, in Node',
    figure: 'events_per_s',
    unit: '/s',
    better: 'more',
    rows: climbs,
    columns: node,
    baseline: 'ws-node',
    notes: ['WebSockets by ws, server-sent events by eventsource on undici.'],
  },
  {
    key: 'best-at',
    title: 'Where most came: events a batch (I), connections (II)',
    figure: 'best_at',
    unit: '',
    better: 'more',
    rows: climbs,
    columns: chromium,
    baseline: null,
    published: [
      ['batches', 'ws-chromium', 800],
      ['batches', 'sse-http2-chromium', 450],
      ['connections', 'sse-http2-chromium', 60],
    ],
  },
  {
    key: 'most-client-cpu',
    title: 'CPU of the client where most came',
    figure: 'client_cpu',
    unit: '%',
    better: 'less',
    rows: ['batches'],
    columns: chromium,
    baseline: 'ws-chromium',
    published: [
      ['batches', 'ws-chromium', 175],
      ['batches', 'sse-http2-chromium', 165],
    ],
    notes: [cpu],
  },
  {
    key: 'most-server-cpu',
    title: 'CPU of the server where most came',
    figure: 'server_cpu',
    unit: '%',
    better: 'less',
    rows: ['batches'],
    columns: chromium,
    baseline: 'ws-chromium',
    published: [
      ['batches', 'ws-chromium', 70],
      ['batches', 'sse-http2-chromium', 75],
    ],
  },
  {
    key: 'steady-client-cpu',
    title: 'CPU of a tab that takes 100,000 events a second',
    figure: 'client_cpu',
    unit: '%',
    better: 'less',
    rows: steady,
    columns: chromiumMany,
    baseline: 'ws-chromium',
    published: [
      ['steady-20', 'ws-chromium', 35],
      ['steady-20', 'sse-http2-chromium', 23],
      ['steady-100', 'ws-chromium', 30],
      ['steady-100', 'sse-http2-chromium', 30],
    ],
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
    unit: '%',
    better: 'less',
    rows: steady,
    columns: chromiumMany,
    baseline: 'ws-chromium',
    published: [
      ['steady-20', 'ws-chromium', 6],
      ['steady-20', 'sse-http2-chromium', 8],
      ['steady-100', 'ws-chromium', 12],
      ['steady-100', 'sse-http2-chromium', 11],
    ],
  },
  {
    key: 'steady-node-client-cpu',
    title: 'CPU of a Node that takes 100,000 events a second',
    figure: 'client_cpu',
    unit: '%',
    better: 'less',
    rows: steady,
    columns: node,
    baseline: 'ws-node',
  },
  {
    key: 'steady-node-server-cpu',
    title: 'CPU of the server that pushes 100,000 events a second to a Node',
    figure: 'server_cpu',
    unit: '%',
    better: 'less',
    rows: steady,
    columns: node,
    baseline: 'ws-node',
  },
  {
    key: 'tabs',
    title: 'Events a second in one tab, and in two together',
    figure: 'events_per_s',
    unit: '/s',
    better: 'more',
    rows: ['one-tab', 'two-tabs'],
    columns: ['ws-chromium', 'sse-http2-chromium'],
    baseline: null,
    published: [
      ['one-tab', 'sse-http2-chromium', 3_000_000],
      ['two-tabs', 'sse-http2-chromium', 4_100_000],
    ],
    notes: [
      'Ten connections a tab, batches of 400, one every millisecond.',
      "The source doesn't say which of the two its tabs used; its one tab has what it found for server-sent events.",
    ],
  },
  {
    key: 'client-cost',
    title: 'CPU of the client for 1,000 events, where most came',
    figure: 'client_us_per_1000',
    unit: 'µs',
    better: 'less',
    rows: climbs,
    columns: [...chromium, ...node],
    baseline: 'ws-chromium',
  },
  {
    key: 'server-cost',
    title: 'CPU of the server for 1,000 events, where most came',
    figure: 'server_us_per_1000',
    unit: 'µs',
    better: 'less',
    rows: climbs,
    columns: [...chromium, ...node],
    baseline: 'ws-chromium',
  },
  {
    key: 'bytes',
    title: 'Bytes of an event on the wire, in batches of 50',
    figure: 'bytes_per_event',
    unit: 'B',
    better: 'less',
    rows: ['batches'],
    columns: [...chromium, ...node],
    baseline: null,
    notes: ['130 of them are the event and its comma.'],
  },
];
