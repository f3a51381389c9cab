import { inChromium } from '../chromium-version.ts';
import type { Target } from '../experiment.ts';
import { overFetch } from './page/fetch.ts';
import { overJquery } from './page/jquery.ts';
import type { Connect, Where } from './page/line.ts';
import { overSockjs } from './page/sockjs.ts';

/** Where a carrier has a column. */
export type Part = 'original' | 'opening' | 'variants' | 'flight' | 'pull' | 'put';

/** A target of this experiment: how a page sends a message and has the answer. */
export interface Carrier extends Target {
  parts: readonly Part[];
  /** Of the server's two: `page` is where the page came from, and a connection to it is open. */
  port: 'page' | 'other';
  options: Where['options'];
  /** What the line must say that it is carried by. */
  transport: string;
  /** Files of npm packages that the page loads: [package, file in it]. */
  scripts: readonly (readonly [string, string])[];
  /** Runs in the page. */
  connect: Connect;
  /** Its bytes for one message and the answer, by what the protocol says; where that can be told exactly. */
  bytesOf?(count: number): { up_bytes: number; down_bytes: number };
}

function carrier(
  own: Omit<Carrier, 'find' | 'prepare' | 'scripts'> & {
    libraries: readonly string[];
    scripts?: Carrier['scripts'];
  },
): Carrier {
  const { libraries, scripts = [], ...rest } = own;
  return {
    ...rest,
    scripts,
    ...inChromium(libraries, import.meta.url),
  };
}

function fetchCarrier(
  own: Pick<Carrier, 'key' | 'title' | 'parts'> & {
    method?: 'GET' | 'POST';
    path?: string;
    signed?: boolean;
  },
): Carrier {
  const { key, title, parts, method = 'GET', path = '/echo', signed = false } = own;
  return carrier({
    key,
    title,
    parts,
    port: 'page',
    options: { method, path, signed },
    transport: `fetch ${method}`,
    libraries: signed ? ['jsonwebtoken'] : [],
    connect: overFetch,
  });
}

/** One that sends over SockJS; as in the original, to another port than the page's. */
function sockjsCarrier(
  own: Pick<Carrier, 'key' | 'title' | 'parts'> & { only?: string; login?: boolean },
): Carrier {
  const { key, title, parts, only, login = false } = own;
  const transport = only ?? 'websocket';
  return carrier({
    key,
    title,
    parts,
    transport,
    port: 'other',
    options: only === undefined ? { login } : { login, transport: only },
    libraries: ['sockjs', 'sockjs-client', ...(login ? ['jsonwebtoken'] : [])],
    scripts: [['sockjs-client', 'dist/sockjs.min.js']],
    connect: overSockjs,
    ...(transport === 'websocket' ? { bytesOf: framesOf } : {}),
  });
}

/**
 * RFC 6455: two bytes of header for a payload under 126 bytes, and four of mask from a client. SockJS wraps a message
 * as a string in an array of JSON; from the server there is an "a" before it.
 * https://sockjs.github.io/sockjs-protocol/sockjs-protocol-0.3.3.html
 */
function framesOf(count: number): { up_bytes: number; down_bytes: number } {
  const wrapped = (n: number) => JSON.stringify([JSON.stringify({ count: n })]).length;
  return { up_bytes: 2 + 4 + wrapped(count), down_bytes: 2 + 1 + wrapped(count + 1) };
}

const all: readonly Part[] = ['original', 'opening', 'variants', 'flight', 'pull', 'put'];

/** In the order of their columns: a new carrier is one more of them. */
export const carriers: readonly Carrier[] = [
  // The original's AJAX.
  carrier({
    key: 'ajax',
    title: 'AJAX: jQuery getJSON',
    parts: ['original', 'opening', 'variants'],
    port: 'page',
    options: {},
    transport: 'XMLHttpRequest',
    libraries: ['jquery'],
    scripts: [['jquery', 'dist/jquery.min.js']],
    connect: overJquery,
  }),
  // The baseline of the others: a GET on a connection that is kept.
  fetchCarrier({ key: 'fetch', title: 'fetch, GET', parts: all }),
  fetchCarrier({
    key: 'fetch-auth',
    title: 'fetch, token each time',
    parts: ['variants'],
    path: '/echo-signed',
    signed: true,
  }),
  fetchCarrier({
    key: 'fetch-close',
    title: 'fetch, no keep-alive',
    parts: ['variants'],
    path: '/echo-once',
  }),
  fetchCarrier({ key: 'fetch-post', title: 'fetch, POST', parts: ['variants'], method: 'POST' }),
  // The original's SockJS: whatever transport it takes by itself, which is WebSocket.
  sockjsCarrier({ key: 'sockjs', title: 'SockJS', parts: all }),
  // The same token as fetch-auth's, checked once a socket: a message more when it opens.
  sockjsCarrier({
    key: 'sockjs-auth',
    title: 'SockJS, token once',
    parts: ['opening', 'variants'],
    login: true,
  }),
  // Its last resort: a request waits for what comes next, another for each send.
  sockjsCarrier({
    key: 'sockjs-polling',
    title: 'SockJS, xhr-polling',
    parts: ['opening', 'variants', 'pull'],
    only: 'xhr-polling',
  }),
  // What SockJS falls back to without WebSocket: one long answer down, a request for each send.
  sockjsCarrier({
    key: 'sockjs-streaming',
    title: 'SockJS, xhr-streaming',
    parts: ['opening', 'variants', 'pull'],
    only: 'xhr-streaming',
  }),
];
