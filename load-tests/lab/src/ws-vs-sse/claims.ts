import type { PlannedClaim } from '@meteor-vs-mean/results';

const ws = 'ws-chromium';
const sse = 'sse-http2-chromium';

const cores =
  'There a browser had an M1 Pro, and what its server was written in is not told; here Node pushes, and the cores are those named above.';
const tls =
  'What the source says of TLS: nothing. Here HTTP/2 pays for it, as it must in browsers, and the plain WebSocket does not. The WebSocket over TLS shows that part, SSE on HTTP/1.1 what is left without it; see the CPU of 1,000 events.';

/** From /proc/<pid>/task/<tid>/status of all of Chromium's processes, under the load of 20 connections. */
const switches =
  'Not TLS: a WebSocket over TLS takes the page as much. Counted under the load of 20 connections: Chromium’s network process switches threads 16,000 to 18,000 times a second and the page’s process 20,000 to 24,000 for the WebSocket; for SSE some 500 and 6,000 to 8,000. So it seems that a WebSocket’s batch goes to the page piece by piece, and that what the one connection of SSE has read goes together.';

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
    here: { figure: 'events_per_s', load: 'two-tabs', over: [sse, sse], otherLoad: 'one-tab' },
    why: "All tabs share one network process, and here also the server's cores: where those are full with one tab, a second adds nothing.",
  },
  {
    key: 'http1',
    what: 'SSE on HTTP/1.1 (six of ten connections) over SSE on HTTP/2 (all ten): most events a second in a browser',
    published: { text: 'not measured: HTTP/2 was taken to get round the six connections', ratio: null },
    here: { figure: 'events_per_s', load: 'batches', over: ['sse-http1-chromium', sse] },
    why: 'Six connections without TLS against ten in one with it.',
  },
];
