import type { PlannedClaim } from '@meteor-vs-mean/measure/results';

/** Socket.io over HTTP throughout. */
const over = ['socketio', 'http'] as const;

/** What its tool did: all requests of a connection at once. */
const atOnce = ['socketio-at-once', 'http'] as const;

const start =
  'What the published tools took to start is not told: websocket-bench forks workers and opens so many connections a second, and a second or two of it would fit all published ratios. That is a guess.';
const near = 'On loopback a round trip takes next to nothing, so only the work of both ends is left.';

/** What is published of many connections: by requests a connection, with what round trips alone would make of it. */
const loads: readonly {
  each: number;
  what: string;
  published: PlannedClaim['published'];
  why: string;
}[] = [
  {
    each: 1,
    what: 'With one request a connection, Socket.io serves fewer a second',
    published: { text: 'about 50 % slower', ratio: 0.5 },
    why: 'By round trips alone HTTP takes 1 + 1 and Socket.io 3 + 1, so 0.50. The table of round trips has what each took here.',
  },
  {
    each: 10,
    what: 'With ten requests a connection, Socket.io is still slower',
    published: { text: 'still slower', ratio: null, side: 'below' },
    why: `By round trips alone HTTP takes 1 + 10 and Socket.io 3 + 10 one by one (0.85), but 3 + 1 at once (2.75), which is how its tool sends them by its source. ${start}`,
  },
  {
    each: 50,
    what: 'With 50 requests a connection, Socket.io serves more a second',
    published: { text: 'about 50 % faster', ratio: 1.5 },
    why: `By round trips alone HTTP takes 1 + 50 and Socket.io 3 + 1 at once, so 12.8, but a server has to answer 5,000 requests in them: its work is the limit then. ${start}`,
  },
  {
    each: 2000,
    what: 'At their best, Socket.io serves four times as many requests a second',
    published: { text: 'peaks of about 3,900 over 950 a second', ratio: 3900 / 950 },
    why: 'By HTTP each of the 100 connections has one request under way. At the published 105 ms or so a request that makes 952 a second, which is the published peak: it is the round trip’s, not the server’s. Socket.io at once is held up by the work of both ends alone.',
  },
];

const loadClaims: readonly PlannedClaim[] = [
  ...loads.map(
    ({ each, what, published, why }): PlannedClaim => ({
      key: each === 2000 ? 'peak' : `load-${each}`,
      what: `${what}: 80 ms away`,
      published,
      here: { figure: 'load_per_s', load: `load-${each}-80`, over: atOnce },
      why,
    }),
  ),
  {
    key: 'load-10-one-by-one',
    what: 'With ten requests a connection, one by one: 80 ms away',
    published: { text: 'still slower', ratio: null, side: 'below' },
    here: { figure: 'load_per_s', load: 'load-10-80', over },
    why: 'By round trips alone 1 + 10 over 3 + 10 is 0.85.',
  },
  ...loads.map(
    ({ each, what, published }): PlannedClaim => ({
      key: each === 2000 ? 'near-peak' : `near-load-${each}`,
      what: `${what}: on loopback`,
      published,
      here: { figure: 'load_per_s', load: `load-${each}`, over: atOnce },
      why: near,
    }),
  ),
];

export const claims: PlannedClaim[] = [
  {
    key: 'one',
    what: 'One request of a page takes less time over an open socket than by HTTP',
    published: { text: '83 ms over 107 ms', ratio: 83 / 107 },
    here: { figure: 'one_ms', load: 'page-80', over },
    why: 'On a connection that is kept, both take one round trip: what is left is the work of either end.',
  },
  {
    key: 'together',
    what: '50 requests of a page at once: HTTP has six connections for them, Socket.io one that takes them all',
    published: { text: '180 ms over about 5 s', ratio: 180 / 5000 },
    here: { figure: 'together_ms', load: 'page-80', over },
    why: [
      'Six connections at 107 ms a request need about 1 s for 50 of them, not 5 s.',
      '5 s is what 50 take one after the other (50 x 107 ms): the next claim is about how that could come to be.',
    ].join('\n'),
  },
  {
    key: 'same',
    what: '50 requests of a page at once, all for the same id',
    published: { text: '180 ms over about 5 s', ratio: 180 / 5000 },
    here: { figure: 'same_ms', load: 'page-80', over },
    why: [
      'Chromium sends requests for one URL one after the other, and all 50 reach the service; Socket.io passes its cache by.',
      'The table of requests for one id has what that takes here. So the published 5 s fit one id, not six connections; that the original asked for one id is a guess.',
    ].join('\n'),
  },
  {
    key: 'rate',
    what: 'Requests a second of a page',
    published: { text: 'almost 4,000 over about 10', ratio: 400 },
    here: { figure: 'rate_per_s', load: 'page-80', over },
    why: [
      'About 10 a second is 107 ms one after the other. With different ids, six connections are used here.',
      'How many the original had under way at 4,000 a second isn’t told: over 83 ms it takes more than 300.',
    ].join('\n'),
  },
  {
    key: 'exchange',
    what: 'One exchange takes fewer bytes over Socket.io',
    published: { text: '54 bytes over 282', ratio: 54 / 282 },
    here: { figure: 'exchange_bytes', load: 'page-bytes', over },
    why: [
      'Here the request is counted, too, with a browser’s headers: some 500 bytes. The answer alone takes 265 here, near 282.',
      '54 leaves out the framing of WebSocket, here 8 of 65 bytes: six from the client, two to it.',
    ].join('\n'),
  },
  {
    key: 'cold-bytes',
    what: 'Opening and one exchange take more bytes over Socket.io',
    published: { text: '370 bytes (230 + 86 + 54) over 282', ratio: 370 / 282 },
    here: { figure: 'cold_bytes', load: 'page-bytes', over },
    why: 'The published opening is the request alone, without the headers of its answer, and of an older Socket.io, in which the server began.',
  },
  ...loadClaims,
  {
    key: 'one-by-one',
    what: '500 requests a connection, one under way on either side: on loopback',
    published: { text: 'not measured', ratio: null },
    here: { figure: 'load_per_s', load: 'load-500', over },
    why: 'This is like with like: what is left is the work of the two protocols and of the two clients.',
  },
];
