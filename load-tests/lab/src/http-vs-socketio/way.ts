import { createRequire } from 'node:module';
import { inChromium } from '../chromium-version.ts';
import type { Target } from '../experiment.ts';
import { type AskerOptions, type Open, overFetch, overHttp, overHttp2, overSocketio } from './asker.ts';
import type { Front } from './feathers-app.ts';
import { loadByAutocannon, loadOver, type PlayLoad } from './load.ts';

/** Where a way has a column: `one` by one and together, `opening` alone, the `load` of many connections. */
export type Part = 'requests' | 'opening' | 'load';

/** A target of this experiment: how the service is asked, from a page and from Node. */
export interface Way extends Target {
  parts: readonly Part[];
  front: Front;
  /** What is opened stays open between requests, and opening it can be told from asking. */
  isOpened: { page: boolean; node: boolean };
  options: AskerOptions;
  /** Files of npm packages that the page loads. */
  scripts: readonly string[];
  /** Runs in the page, as its own text. */
  openInPage: Open;
  openInNode: Open;
  playLoad: PlayLoad;
}

const require = createRequire(import.meta.url);
const everywhere = ['@feathersjs/feathers', '@feathersjs/express', '@feathersjs/socketio'];

function way(
  own: Omit<Way, 'find' | 'prepare' | 'scripts'> & {
    libraries: readonly string[];
    scripts?: readonly string[];
  },
): Way {
  const { libraries, scripts = [], ...rest } = own;
  return {
    ...rest,
    scripts: scripts.map((script) => require.resolve(script)),
    ...inChromium([...everywhere, ...libraries], import.meta.url),
  };
}

/** The original's Socket.io opened with one HTTP request and one frame: so it began with WebSocket. */
const socketio = {
  key: 'socketio',
  title: 'Socket.io over WebSocket: Feathers',
  parts: ['requests', 'opening', 'load'],
  front: 'http1',
  isOpened: { page: true, node: true },
  options: { transports: ['websocket'] },
  libraries: ['socket.io', 'socket.io-client'],
  scripts: ['socket.io-client/dist/socket.io.js'],
  openInPage: overSocketio,
  openInNode: overSocketio,
  playLoad: loadOver(overSocketio, 'one by one'),
} satisfies Parameters<typeof way>[0];

/** A new way is one more of them. */
export const ways: readonly Way[] = [
  // The original's HTTP.
  way({
    key: 'http',
    title: 'HTTP/1.1: Feathers on Express',
    parts: ['requests', 'opening', 'load'],
    front: 'http1',
    isOpened: { page: false, node: false },
    options: {},
    libraries: ['autocannon'],
    openInPage: overFetch,
    openInNode: overHttp,
    playLoad: loadByAutocannon,
  }),
  // Not in the original. Over TLS: browsers speak HTTP/2 in no other way. autocannon doesn't speak it at all.
  way({
    key: 'http2',
    title: 'HTTP/2 over TLS: Feathers on Express, by http2-express',
    parts: ['requests', 'opening', 'load'],
    front: 'http2',
    isOpened: { page: false, node: true },
    options: {},
    libraries: ['http2-express'],
    openInPage: overFetch,
    openInNode: overHttp2,
    playLoad: loadOver(overHttp2, 'one by one'),
  }),
  // The original's load: websocket-bench sends all requests of a connection without waiting for an answer.
  way({
    ...socketio,
    key: 'socketio-at-once',
    title: 'Socket.io, all requests of a connection at once',
    parts: ['load'],
    playLoad: loadOver(overSocketio, 'at once'),
  }),
  // What an app gets that asks for nothing else: long polling first, WebSocket when that has been tried.
  way({
    ...socketio,
    key: 'socketio-polling',
    title: 'Socket.io as it comes: long polling, then WebSocket',
    parts: ['opening'],
    options: { transports: ['polling', 'websocket'] },
  }),
  way(socketio),
];

/** @throws if there is none */
export function wayNamed(key: string): Way {
  const found = ways.find((one) => one.key === key);
  if (!found) throw new Error(`http-vs-socketio has no target "${key}"`);
  return found;
}
