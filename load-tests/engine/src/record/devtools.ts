import { once } from 'node:events';
import { WebSocket } from 'ws';

type Parameters = Record<string, unknown>;
type Listener = (params: Parameters, session: string | undefined) => void;

/** A connection to a browser's DevTools. Pages and workers are sessions of it. */
export class DevTools {
  readonly #socket: WebSocket;
  readonly #pending = new Map<
    number,
    { resolve: (result: Parameters) => void; reject: (error: Error) => void }
  >();
  readonly #listeners = new Map<string, Listener>();
  readonly closed: Promise<void>;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = once(socket, 'close').then(() => {
      for (const { reject } of this.#pending.values()) reject(new Error('the browser has closed'));
      this.#pending.clear();
    });
    socket.on('error', () => {}); // `close` follows
    socket.on('message', (data) => this.#take(JSON.parse(data.toString())));
  }

  /** @param url `ws://...` of the browser, or `http://...` of its DevTools */
  static async connect(url: string): Promise<DevTools> {
    const fail = (reason: string): never => {
      throw new Error(
        `no browser's DevTools at ${url}: ${reason} (was it started with --remote-debugging-port?)`,
      );
    };
    let address = url;
    if (/^http/.test(url)) {
      const version = await fetch(new URL('/json/version', url)).then(
        (response) => response.json() as Promise<{ webSocketDebuggerUrl?: string }>,
        (error) => fail(error.cause?.message ?? error.message),
      );
      address = version.webSocketDebuggerUrl ?? fail('it names no webSocketDebuggerUrl');
    }
    const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 0 });
    await once(socket, 'open').catch((error) => fail(error.message));
    return new DevTools(socket);
  }

  /** @param session undefined: of the browser itself */
  send(method: string, params: Parameters = {}, session?: string): Promise<Parameters> {
    this.#id += 1;
    const id = this.#id;
    this.#socket.send(JSON.stringify({ id, method, params, sessionId: session }));
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  on(method: string, listener: Listener): void {
    this.#listeners.set(method, listener);
  }

  close(): void {
    this.#socket.close();
  }

  #take(message: {
    id?: number;
    method?: string;
    params?: Parameters;
    sessionId?: string;
    [key: string]: unknown;
  }) {
    const { id, method, params = {}, sessionId, result, error } = message;
    if (id === undefined) {
      this.#listeners.get(method as string)?.(params, sessionId);
      return;
    }
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve((result ?? {}) as Parameters);
    else pending?.reject(new Error((error as { message: string }).message));
  }
}
