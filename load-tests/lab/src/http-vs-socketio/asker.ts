import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:http2';
import { io } from 'socket.io-client';

/** A way to the service, open. */
export interface Asker {
  /** Resolves with the id that came back. */
  ask(id: string): Promise<unknown>;
  close(): void;
  /** Rejects what is under way, where waiting for it would take long. */
  abandon?(): void;
}

/** What can be told of a way in JSON. */
export interface AskerOptions {
  /** Of Socket.io. */
  transports?: ('polling' | 'websocket')[];
}

/**
 * Opens a way: resolves when it can be asked.
 * What is called in a page goes there as its own text: it can use nothing from outside of itself.
 * @param url scheme, host and port
 */
export type Open = (url: string, options: AskerOptions) => Promise<Asker>;

/** In a page: the browser's own connections, HTTP/1.1 or HTTP/2. It opens them when it is asked first. */
export const overFetch: Open = async (url) => ({
  async ask(id) {
    const response = await fetch(`${url}/messages/${id}`);
    return ((await response.json()) as { id: unknown }).id;
  },
  close() {},
  abandon: () => (globalThis as unknown as { stop(): void }).stop(),
});

/** From Node: node:http with an agent that keeps its connections, as many as are asked at once, 100 at most. */
export const overHttp: Open = async (url) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  return {
    ask: (id) =>
      new Promise((resolve, reject) => {
        get(`${url}/messages/${id}`, { agent }, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
          });
          response.once('error', reject);
          response.once('end', () => {
            if (response.statusCode === 200) resolve(JSON.parse(text).id);
            else reject(new Error(`Feathers answered ${response.statusCode}: ${text}`));
          });
        }).once('error', reject);
      }),
    close: () => agent.destroy(),
  };
};

/** From Node: one session of node:http2, over TLS as in browsers. The server's certificate is its own. */
export const overHttp2: Open = async (url) => {
  const session = connect(url, { rejectUnauthorized: false });
  await once(session, 'connect');
  return {
    ask: (id) =>
      new Promise((resolve, reject) => {
        const stream = session.request({ ':path': `/messages/${id}` });
        let status = 0;
        let text = '';
        stream.setEncoding('utf8');
        stream.once('response', (headers) => {
          status = headers[':status'] ?? 0;
        });
        stream.on('data', (part: string) => {
          text += part;
        });
        stream.once('error', reject);
        stream.once('end', () => {
          if (status === 200) resolve(JSON.parse(text).id);
          else reject(new Error(`Feathers answered ${status}: ${text}`));
        });
      }),
    close: () => session.close(),
  };
};

// A page has `io` as a global, from socket.io-client's own bundle; here it is the package's.
Object.assign(globalThis, { io });

/** In a page and from Node: socket.io-client. */
export const overSocketio: Open = (url, options) =>
  new Promise((ready, refuse) => {
    const { io: open } = globalThis as unknown as { io: typeof io };
    const socket = open(url, { ...options, forceNew: true, reconnection: false });
    socket.once('connect_error', refuse);
    socket.once('connect', () =>
      ready({
        ask: (id) =>
          new Promise((resolve, reject) => {
            socket.emit('get', 'messages', id, (error: Error | null, answer: { id: unknown }) => {
              if (error) reject(new Error(error.message));
              else resolve(answer.id);
            });
          }),
        close: () => socket.disconnect(),
      }),
    );
  });
