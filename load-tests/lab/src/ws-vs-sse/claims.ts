import type { PlannedClaim } from '@meteor-vs-mean/measure/results';

const ws = 'ws-chromium';
const sse = 'sse-http2-chromium';

const cores =
  'The cores are a guess: there a browser had an M1 Pro, and what its server was written in is not told; here Node pushes, on the cores named above.';
const tls =
  'The source says nothing of TLS. Here HTTP/2 pays for it, as it must in browsers, and the plain WebSocket does not. The WebSocket over TLS shows that part, SSE on HTTP/1.1 what is left without it: see the CPU of 1,000 events.';
const switches =
  'Whether it is TLS the column of the WebSocket over TLS shows, and the table of context switches how often either end was switched for 1,000 events. That a WebSocket’s batch goes to the page piece by piece, and what one connection of SSE has read together, is a guess from these.';

const allTabs =
  "All tabs share one network process, and here also the server's cores. That those are full with one tab is a guess, from the CPU of both ends.";
const devTools = 'The panels of DevTools draw as well; here only the protocol that feeds them is on.';

export const claims: PlannedClaim[] = [
  {
    key: 'most-by-batch',
    what: 'WebSocket over SSE (HTTP/2): most events a second over ten connections',
    published: { text: '4.0 million at batches of 800 against 3.1 million at 450', ratio: 4.0 / 3.1 },
    here: { figure: 'events_per_s', load: 'batches', over: [ws, sse] },
    why: `${tls} ${cores}`,
  },
  {
    key: 'most-by-batch-tls',
    what: 'The same, both over TLS',
    published: { text: '4.0 million at batches of 800 against 3.1 million at 450', ratio: 4.0 / 3.1 },
    here: { figure: 'events_per_s', load: 'batches', over: ['wss-chromium', sse] },
    why: cores,
  },
  {
    key: 'most-by-connections',
    what: 'WebSocket over SSE (HTTP/2): most events a second in batches of 50',
    published: { text: '2.4 million against 2.7 million (at 60 connections)', ratio: 2.4 / 2.7 },
    here: { figure: 'events_per_s', load: 'connections', over: [ws, sse] },
    why: `${tls} ${cores}`,
  },
  {
    key: 'steady-20-client',
    what: 'WebSocket over SSE (HTTP/2): CPU of the browser at 100,000 events a second, 20 connections',
    published: { text: '35 % against 23 %', ratio: 35 / 23 },
    here: { figure: 'client_cpu', load: 'steady-20', over: [ws, sse] },
    why: `${switches} ${tls}`,
  },
  {
    key: 'steady-20-server',
    what: 'WebSocket over SSE (HTTP/2): CPU of the server at 100,000 events a second, 20 connections',
    published: { text: '6 % against 8 %', ratio: 6 / 8 },
    here: { figure: 'server_cpu', load: 'steady-20', over: [ws, sse] },
    why: `${tls} Node's HTTP/2 copies each frame on its way to TLS.`,
  },
  {
    key: 'steady-100-client',
    what: 'WebSocket over SSE (HTTP/2): CPU of the browser at 100,000 events a second, 100 connections',
    published: { text: '30 % against 30 %', ratio: 1 },
    here: { figure: 'client_cpu', load: 'steady-100', over: [ws, sse] },
    why: `${switches} ${tls}`,
  },
  {
    key: 'steady-100-server',
    what: 'WebSocket over SSE (HTTP/2): CPU of the server at 100,000 events a second, 100 connections',
    published: { text: '12 % against 11 %', ratio: 12 / 11 },
    here: { figure: 'server_cpu', load: 'steady-100', over: [ws, sse] },
    why: tls,
  },
  {
    key: 'two-tabs',
    what: 'Two tabs over one: events a second by SSE (HTTP/2)',
    published: { text: '4.1 million against 3.0 million', ratio: 4.1 / 3.0 },
    here: { figure: 'events_per_s', load: 'tabs-2', over: [sse, sse], otherLoad: 'tabs-1' },
    why: allTabs,
  },
  {
    key: 'three-tabs',
    what: 'Three tabs over one: events a second by SSE (HTTP/2)',
    published: { text: '4.0 million against 3.0 million', ratio: 4.0 / 3.0 },
    here: { figure: 'events_per_s', load: 'tabs-3', over: [sse, sse], otherLoad: 'tabs-1' },
    why: allTabs,
  },
  {
    key: 'devtools-events',
    what: 'DevTools on over off: events a second by WebSocket',
    published: { text: '1.0 million against 1.35 million', ratio: 1.0 / 1.35 },
    here: { figure: 'events_per_s', load: 'devtools-on', over: [ws, ws], otherLoad: 'devtools-off' },
    why: devTools,
  },
  {
    key: 'devtools-tab',
    what: 'DevTools on over off: CPU of the tab',
    published: { text: '130 % against 75 %', ratio: 130 / 75 },
    here: { figure: 'tabs_cpu', load: 'devtools-on', over: [ws, ws], otherLoad: 'devtools-off' },
    why: devTools,
  },
  ...[ws, sse].map(
    (carrier): PlannedClaim => ({
      key: carrier === ws ? 'table-ws' : 'table-sse',
      what: `Drawing the events as a table over only counting them: CPU of the browser at 100,000 a second by ${carrier === ws ? 'WebSocket' : 'SSE (HTTP/2)'}`,
      published: { text: 'most of the CPU is for parsing and drawing', ratio: null, side: 'above' },
      here: { figure: 'client_cpu', load: 'table', over: [carrier, carrier], otherLoad: 'steady-20' },
      why: 'Over 2, and more than half of the browser’s CPU is for parsing and drawing.',
    }),
  ),
  {
    key: 'http1',
    what: 'SSE on HTTP/1.1 (six of ten connections) over SSE on HTTP/2 (all ten): most events a second in a browser',
    published: { text: 'not measured: HTTP/2 was taken to get round the six connections', ratio: null },
    here: { figure: 'events_per_s', load: 'batches', over: ['sse-http1-chromium', sse] },
    why: 'Six connections without TLS against ten in one with it.',
  },
];
