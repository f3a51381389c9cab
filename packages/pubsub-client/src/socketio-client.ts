import { Manager, type Socket } from 'socket.io-client';
import type { WebSocket } from 'ws';
import { resultOf } from './answer.ts';
import { BaseClient } from './base-client.ts';
import type { ConnectOptions, PostLogin, Reconnection, Subscription } from './client.ts';
import { PubSubError } from './error.ts';
import { postLogin, withCookies } from './http-login.ts';
import { type EventReceiver, EventTransport } from './socketio-transport.ts';

interface MadeSubscription extends Subscription {
  readonly params: unknown[];
  snapshot?: unknown;
}

/** Socket.io over websocket, with socket.io-client. */
export class SocketIoClient extends BaseClient implements EventReceiver {
  readonly transport = 'socketio';
  readonly eventPrefix: Buffer;
  readonly #manager: Manager;
  readonly #socket: Socket;
  readonly #subscriptions = new Set<MadeSubscription>();
  /** When the last packet arrived that went through socket.io-client. */
  #other_ns = 0n;
  /** Packets that socket.io-client has received and not yet processed. */
  #behind = 0;
  #ws: WebSocket | undefined;

  /** @param parser the module named by `options.parser` */
  constructor(options: ConnectOptions, parser?: object) {
    super(options);
    const namespace = options.namespace ?? '/';
    this.eventPrefix = Buffer.from(namespace === '/' ? '42[' : `42${namespace},[`);
    this.#manager = new Manager(options.url, {
      path: options.path ?? '/socket.io',
      transports: [EventTransport],
      transportOptions: {
        websocket: { receiver: this, isOwnParser: parser === undefined, tls: options.tls },
      },
      ...(parser ? { parser } : {}),
      ...(options.headers ? { extraHeaders: options.headers } : {}),
      // engine.io-client passes `perMessageDeflate` to its socket, but doesn't declare it among its options.
      ...(options.localAddress === undefined ? {} : ({ localAddress: options.localAddress } as object)),
      // The threshold is socket.io-client's own default.
      perMessageDeflate: (options.compression ?? true) ? { threshold: 1024 } : (false as never),
      autoConnect: false,
      // Reconnect only after a first connection: a failing first attempt is reported at once.
      reconnection: false,
      reconnectionDelay: 100,
      reconnectionDelayMax: 2000,
      timeout: this.timeout_ms,
    });
    this.#socket = this.#manager.socket(namespace, { auth: options.auth ?? {} });
    // Events that the transport doesn't pass on itself: those with binary attachments or an acknowledgement.
    this.#socket.onAny((event: string, ...args: unknown[]) => {
      this.inbox.put({ event, args }, this.#other_ns);
    });
  }

  onSocket(ws: WebSocket): void {
    this.#ws = ws;
    ws.once('open', () => {
      this.negotiated.extensions = ws.extensions;
    });
  }

  onEvent(event: unknown[], at_ns: bigint): void {
    const change = { event: event.shift() as string, args: event };
    if (this.#behind === 0) this.inbox.put(change, at_ns);
    else process.nextTick(() => this.inbox.put(change, at_ns));
  }

  onOther(at_ns: bigint): void {
    this.#other_ns = at_ns;
    // socket.io-client processes it in the next tick, and an event later in the same read must not overtake it.
    this.#behind += 1;
    process.nextTick(() => {
      this.#behind -= 1;
    });
    this.inbox.holdForAwaiting();
  }

  protected opened(): void {
    // Engine.io also has polling, which isn't one of our transports.
    if (this.#manager.engine.transport.name === 'websocket') this.negotiated.transport = 'socketio';
    this.#socket.on('disconnect', (reason, details) => this.#onDisconnect(reason, details));
    this.#socket.on('connect', () => void this.#again());
    this.#manager.reconnection(this.options.reconnect ?? false);
    this.#manager.on('reconnect_attempt', () => {
      this.useNext();
      // The manager reads its address before each attempt, and has no other way to change it.
      (this.#manager as unknown as { uri: string }).uri = this.url;
    });
  }

  async subscribe(name: string, ...params: unknown[]): Promise<Subscription> {
    this.mustBeUsable(`subscribe to ${name}`);
    const made: MadeSubscription = { name, params, stop: () => this.#stop(made) };
    await this.#sub(made);
    this.#subscriptions.add(made);
    return made;
  }

  protected ask(name: string, params: unknown[]): Promise<unknown> {
    return this.#ask(`method ${name}`, name, params);
  }

  send(name: string, ...params: unknown[]): void {
    this.mustBeUsable(`call ${name}`);
    this.#socket.emit(name, ...params);
  }

  protected end(done: () => void): void {
    const ws = this.#ws;
    this.#manager.reconnection(false);
    this.#socket.disconnect();
    if (ws === undefined || ws.readyState === ws.CLOSED) done();
    else {
      const timer = setTimeout(() => ws.terminate(), 1000);
      ws.once('close', () => {
        clearTimeout(timer);
        done();
      });
    }
  }

  protected async establish(): Promise<void> {
    const { url, login, headers } = this.options;
    if (login !== undefined) {
      const began_ms = performance.now();
      const cookies = await postLogin(url, login as PostLogin, this.options, this.timeout_ms);
      this.login_ms = performance.now() - began_ms;
      this.#manager.opts.extraHeaders = withCookies(headers, cookies);
      // Closed in the meantime.
      if (this.closed !== undefined) throw new PubSubError('closed', `${url}: closed by this client`);
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new PubSubError('timeout', `${url}: no Socket.io connection in ${this.timeout_ms} ms`));
      }, this.timeout_ms);
      // With another parser on the server, engine.io connects anyway, and socket.io-client doesn't report the end.
      const closed = (reason: string) => {
        // A close by this client, for which the server's reason is already reported.
        if (reason === 'forced close') return;
        const why = 'the server closed the connection before it answered (does it use another parser?)';
        settle(() => reject(new PubSubError('refused', `${url}: ${why}: ${reason}`)));
      };
      const settle = (settleIt: () => void) => {
        clearTimeout(timer);
        this.#socket.off('connect');
        this.#socket.off('connect_error');
        this.#manager.off('close', closed);
        settleIt();
      };
      this.#socket.once('connect', () => settle(resolve));
      this.#socket.once('connect_error', (error) => settle(() => reject(connectError(url, error))));
      this.#manager.on('close', closed);
      this.#socket.connect();
    });
  }

  async #sub(made: MadeSubscription): Promise<void> {
    const { subscribeEvent, subscribeAck } = this.options;
    const [event, args] = subscribeEvent
      ? [subscribeEvent, [made.name, ...made.params]]
      : [made.name, made.params];
    if (subscribeAck ?? true) made.snapshot = await this.#ask(`subscription ${made.name}`, event, args);
    else this.#socket.emit(event, ...args);
  }

  async #stop(made: MadeSubscription): Promise<void> {
    const { unsubscribeEvent, subscribeAck } = this.options;
    if (!this.#subscriptions.delete(made) || unsubscribeEvent === undefined || !this.usable) return;
    const { channel } = Object(made.snapshot) as { channel?: unknown };
    const args = channel === undefined ? [made.name, ...made.params] : [channel];
    if (subscribeAck ?? true) await this.#ask(`the end of subscription ${made.name}`, unsubscribeEvent, args);
    else this.#socket.emit(unsubscribeEvent, ...args);
  }

  /** Emits an event and waits for the acknowledgement. */
  #ask(what: string, event: string, args: unknown[]): Promise<unknown> {
    const { url } = this.options;
    return new Promise((resolve, reject) => {
      const { answer = 'result' } = this.options;
      const take = (failed: Error | null, ...reply: unknown[]) => {
        if (failed) return reject(this.#askError(what, url));
        try {
          resolve(resultOf(answer, reply));
        } catch (error) {
          reject(error);
        }
      };
      this.#socket.timeout(this.timeout_ms).emit(event, ...args, take);
    });
  }

  /** socket.io-client fails an acknowledgement on a timeout or when the connection is lost. */
  #askError(what: string, url: string): PubSubError {
    if (this.closed !== undefined) return new PubSubError('closed', `${url}: closed by this client`);
    return this.#socket.connected
      ? new PubSubError('timeout', `${url}: no answer to ${what} in ${this.timeout_ms} ms`)
      : new PubSubError('disconnected', `${url}: the connection was lost before ${what} was answered`);
  }

  #onDisconnect(reason: string, details: unknown): void {
    if (this.closed !== undefined || !this.usable) return;
    this.usable = false;
    if (this.options.reconnect) {
      this.inbox.hold();
      this.inbox.drop();
      // socket.io-client doesn't reconnect when the server closed the connection.
      if (reason === 'io server disconnect') this.#socket.connect();
    }
    const { description, context } = Object(details) as { description?: unknown; context?: CloseEvent };
    const code = context?.code === undefined ? '' : `, code ${context.code}`;
    const why = description === undefined ? reason : `${reason} (${String(description)}${code})`;
    this.tellDisconnect(`${this.url}: ${why}`);
  }

  /** Reconnected. Changes are held until every subscription has its snapshot again. */
  async #again(): Promise<void> {
    const ws = this.#ws;
    const failures: Reconnection['failures'] = [];
    this.inbox.drop();
    await Promise.all(
      [...this.#subscriptions].map((made) =>
        this.#sub(made).catch((error: Error) => {
          if (!this.#socket.connected || this.#ws !== ws) return;
          this.#subscriptions.delete(made);
          failures.push({ name: made.name, error });
        }),
      ),
    );
    // The connection was lost again: the next `connect` repeats all of this.
    if (!this.#socket.connected || this.#ws !== ws || this.closed !== undefined) return;
    this.usable = true;
    this.tellReconnect({ failures });
    this.inbox.release();
  }
}

function connectError(url: string, error: Error & { data?: unknown }): PubSubError {
  // A middleware of the server may have put a code into `data`.
  const { code } = Object(error.data) as { code?: unknown };
  const cause = (error as { description?: { message?: string } }).description?.message;
  return new PubSubError(
    code === undefined ? 'refused' : String(code),
    `${url}: ${error.message}${cause ? `: ${cause}` : ''}`,
    { isAnswer: code !== undefined },
  );
}
