import { once } from 'node:events';
import { createConnection } from 'node:net';
import WebSocket from 'ws';
import type { Carrier } from './grammar/frames.ts';

/** An answer to a call that had an id. */
export interface Answer {
  id: string;
  /** Of the error; `ok` for a result; over HTTP its status. */
  code: string;
}

/** A raw connection: text is sent unchanged. */
export interface Connection {
  readonly isOpen: boolean;
  readonly closed: Promise<unknown>;
  send(text: string): void;
  /** With the carrier's own goodbye. */
  close(): void;
  /** Without one. */
  cut(): void;
}

interface ConnectionOptions {
  /** Of the app. */
  url: string;
  /** Of this machine: each connection may come from another one of 127/8. */
  localAddress: string;
  onAnswer(answer: Answer): void;
  /** Gets all that came, before it is read. */
  onText(text: string): void;
}

const paths: Record<Exclude<Carrier, 'http'>, string> = {
  socketio: '/socket.io/?EIO=4&transport=websocket',
  ddp: '/websocket',
  sockjs: '/sockjs/123/attacker/websocket',
};

const patience_ms = 5000;

/**
 * The text of a method's call, as the carrier's own clients write it.
 * @param input in JSON
 */
export function callText(carrier: 'socketio' | 'ddp', id: string, name: string, input: string): string {
  return carrier === 'socketio'
    ? `42${id}["${name}",${input}]`
    : `{"msg":"method","id":"${id}","method":"${name}","params":[${input}]}`;
}

/**
 * Opens a connection as the carrier's own clients do, until calls may be sent.
 * @throws if it is refused
 */
export async function openConnection(carrier: Carrier, options: ConnectionOptions): Promise<Connection> {
  if (carrier === 'http') return openHttp(options);
  const { url, localAddress, onAnswer, onText } = options;
  const path =
    carrier === 'sockjs'
      ? paths.sockjs.replace('attacker', Math.random().toString(36).slice(2))
      : paths[carrier];
  const socket = new WebSocket(new URL(path, url.replace(/^http/, 'ws')), {
    localAddress,
    perMessageDeflate: false,
    handshakeTimeout: patience_ms,
  });
  const ready = Promise.withResolvers<void>();
  const closed = once(socket, 'close').catch(() => {});
  void closed.then(() => ready.reject(new Error('The connection was closed before it was ready')));
  ready.promise.catch(() => {});
  socket.on('error', (error) => ready.reject(error));
  const reader = readers[carrier];
  socket.on('message', (data) => {
    const text = String(data);
    onText(text);
    for (const found of reader.read(text)) {
      if (found === 'ready') ready.resolve();
      else if ('reply' in found) send(found.reply);
      else onAnswer(found);
    }
  });
  const send = (text: string) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
  };
  const late = setTimeout(() => ready.reject(new Error('No answer to a handshake')), patience_ms);
  try {
    await once(socket, 'open');
    for (const text of reader.hello) send(text);
    await ready.promise;
  } catch (error) {
    socket.terminate();
    throw error;
  } finally {
    clearTimeout(late);
  }
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    closed,
    send,
    close: () => socket.close(),
    cut: () => socket.terminate(),
  };
}

/**
 * A plain connection, into which requests are written one after the other. Each answer's code is its status. It isn't
 * open any more once an answer says that it is the last.
 */
async function openHttp({ url, localAddress, onAnswer, onText }: ConnectionOptions): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port), localAddress });
  const closed = once(socket, 'close').catch(() => {});
  let isLast = false;
  socket.on('data', (data) => {
    const text = String(data);
    onText(text);
    isLast ||= /^connection: close\r$/im.test(text);
    // One of 1xx says that the answer is to come.
    for (const [, status = ''] of text.matchAll(/^HTTP\/1\.1 ([2-5]\d\d)/gm)) {
      onAnswer({ id: '', code: `HTTP ${status}` });
    }
  });
  await once(socket, 'connect');
  socket.on('error', () => {}); // 'close' follows
  return {
    get isOpen() {
      return socket.writable && !isLast;
    },
    closed,
    send: (text) => void socket.write(text),
    close: () => void socket.end(),
    cut: () => void socket.destroy(),
  };
}

type Found = 'ready' | { reply: string } | Answer;

interface Reader {
  hello: readonly string[];
  read(text: string): Found[];
}

const connect = JSON.stringify({ msg: 'connect', version: '1', support: ['1'] });

const readers: Record<Exclude<Carrier, 'http'>, Reader> = {
  socketio: {
    hello: ['40'],
    read(text) {
      if (text.startsWith('40')) return ['ready'];
      if (text === '2') return [{ reply: '3' }];
      const [, id, json] = /^43(\d+)(.*)$/s.exec(text) ?? [];
      if (id === undefined) return [];
      const [reply] = parsed(json) as [{ error?: { code?: string } }?];
      return [{ id, code: reply?.error?.code ?? 'ok' }];
    },
  },
  ddp: { hello: [connect], read: readDdp },
  sockjs: {
    hello: [JSON.stringify([connect])],
    read: (text) =>
      text.startsWith('a')
        ? (parsed(text.slice(1)) as string[])
            .flatMap(readDdp)
            .map((found) =>
              typeof found === 'object' && 'reply' in found
                ? { reply: JSON.stringify([found.reply]) }
                : found,
            )
        : [],
  },
};

function readDdp(text: string): Found[] {
  const message = parsed(text) as {
    msg?: string;
    id?: string;
    subs?: string[];
    error?: { error?: string | number };
  };
  const { msg, id } = message;
  if (msg === 'connected') return ['ready'];
  if (msg === 'ping')
    return [{ reply: JSON.stringify({ msg: 'pong', ...(id === undefined ? {} : { id }) }) }];
  if (msg === 'ready') return (message.subs ?? []).map((sub) => ({ id: sub, code: 'ok' }));
  if ((msg === 'result' || msg === 'nosub') && id !== undefined) {
    return [{ id, code: message.error === undefined ? 'ok' : String(message.error.error) }];
  }
  return [];
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
