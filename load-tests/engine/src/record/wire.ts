/** What a browser and its servers sent each other: the common form of a HAR and of a recording over DevTools. */

/** One frame of a WebSocket, or the body of one HTTP request or response of a transport that falls back to HTTP. */
export interface WireEvent {
  /** Of the WebSocket, or of the HTTP exchange. */
  connection: string;
  url: string;
  direction: 'sent' | 'received';
  carrier: 'websocket' | 'http';
  data: string | Buffer;
  /** From any zero that all events of a recording share. */
  at_ms: number;
}

/** An address that a page showed. */
export interface PageView {
  url: string;
  at_ms: number;
  /** Whether the browser loaded it; false for an address that a script of the page set. */
  isLoad: boolean;
  html?: string;
}

/** A request of the page that is no transport's, such as a log-in. */
export interface HttpRequest {
  method: string;
  url: string;
  /** What Chrome calls it: `document`, `xhr`, `fetch`, `ping` and so on. */
  type: string;
  headers: Record<string, string>;
  body: string;
  at_ms: number;
  done_ms: number;
  /** 0 until there is an answer. */
  status: number;
  answer: string;
}

export interface Recording {
  events: WireEvent[];
  pages: PageView[];
  /** Those that may be a step: what a script asked for, and what isn't a GET. */
  requests: HttpRequest[];
  /** What a user typed into password fields. */
  passwords: string[];
  /** What a user typed into other fields. */
  texts: string[];
  /** Values of cookies. */
  cookies: string[];
  /** The header `Cookie` of WebSockets, by connection. */
  cookieHeaders: Map<string, string>;
  /** Addresses of WebSockets that opened before the recording began. */
  lateSockets: string[];
  /** Addresses of windows that the page opened: they are not recorded. */
  windows: string[];
}

export function emptyRecording(): Recording {
  return {
    events: [],
    pages: [],
    requests: [],
    passwords: [],
    texts: [],
    cookies: [],
    cookieHeaders: new Map(),
    lateSockets: [],
    windows: [],
  };
}

/** HTTP requests that carry messages: Engine.io's polling, and SockJS's XHR transports. */
export function isTransport(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return searchParams.get('transport') === 'polling' || /\/sockjs\/[^/]+\/[^/]+\/xhr\w*$/.test(pathname);
}

/** Whether a request may be a step: scripts ask for data, and whatever isn't a GET changes something. */
export function mayBeStep({ method, type, url }: Pick<HttpRequest, 'method' | 'type' | 'url'>): boolean {
  if (isTransport(url) || ['HEAD', 'OPTIONS'].includes(method)) return false;
  return method !== 'GET' || ['xhr', 'fetch'].includes(type);
}
