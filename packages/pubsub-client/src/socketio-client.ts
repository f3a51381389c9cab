import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { Manager, type Socket } from 'socket.io-client';
import type { WebSocket } from 'ws';
import { AnswerReader } from './answer.ts';
import { BaseClient } from './base-client.ts';
import type { Change, Client, ConnectOptions, PostLogin, Reconnection, Subscription } from './client.ts';
import { PubSubError } from './error.ts';
import { postLogin, withCookies } from './http-login.ts';
import { clientOf, withSlash } from './namespace-client.ts';
import { type Connection, causeOf, originOf, SocketIoNamespace } from './socketio-namespace.ts';
import { type EventReceiver, EventTransport, PollingTransport } from './socketio-transport.ts';

const firstRetry_ms = 100;
const longestRetry_ms = 2000;

/** Socket.io, with socket.io-client: one connection, and its namespaces. */
export class SocketIoClient extends BaseClient implements EventReceiver {
  readonly transport = 'socketio';
  override readonly namespace: string;
  readonly eventPrefix: Buffer;
  /** Of all namespaces but the main one. */
  readonly otherPrefixes: { prefix: Buffer; namespace: string }[] = [];
  readonly #manager: Manager;
  readonly #connection: Connection;
  readonly #main: SocketIoNamespace;
  readonly #others = new Map<string, SocketIoNamespace>();
  /** Of polling; undefined without it. */
  readonly #agent: Agent | undefined;
  /** The token of a log-in, if it belongs into the query. */
  #tokenQuery: Record<string, string> = {};
  /** Whether the server sends what was missed on a reconnection, from the last event that a socket names. */
  #recovers = false;
  /** When the last packet arrived that went through socket.io-client. */
  #other_ns = 0n;
  /** Packets that socket.io-client has received and not yet processed. */
  #behind = 0;
  #ws: WebSocket | undefined;
  /** Whether this client has cut the connection. */
  #isCut = false;

  /** @param parser the module named by `options.parser` */
  constructor(options: ConnectOptions, parser?: object) {
    super(options);
    // The path of an address is its namespace, as in socket.io-client's `io(url)`.
    const namespace = withSlash(options.namespace ?? new URL(options.url).pathname.replace(/\/+$/, ''));
    this.namespace = namespace;
    this.eventPrefix = prefixOf(namespace);
    const { localAddress, tls, transports = ['websocket'] } = options;
    const from = localAddress === undefined ? {} : { localAddress };
    if (transports.includes('polling')) {
      const isSecure = /^(https|wss):/.test(options.url);
      this.#agent = new (isSecure ? TlsAgent : Agent)({ keepAlive: true, ...from, ...tls });
    }
    this.#manager = new Manager(originOf(options.url), {
      path: options.path ?? '/socket.io',
      query: this.#query(),
      transports: transports.map((name) => (name === 'polling' ? PollingTransport : EventTransport)),
      transportOptions: {
        websocket: { receiver: this, isOwnParser: parser === undefined, tls },
        polling: {
          receiver: this,
          isOwnParser: parser === undefined,
          agent: this.#agent,
          rejectUnauthorized: tls?.rejectUnauthorized ?? true,
        },
      },
      // A balancer in front of several instances recognises a polling client by its cookie.
      ...(this.#agent === undefined ? {} : { withCredentials: true }),
      ...(parser ? { parser } : {}),
      ...(options.headers ? { extraHeaders: options.headers } : {}),
      // engine.io-client passes `localAddress` and `perMessageDeflate` to its socket, but doesn't declare them.
      ...(from as object),
      // The threshold is socket.io-client's own default.
      perMessageDeflate: (options.compression ?? true) ? { threshold: 1024 } : (false as never),
      autoConnect: false,
      // Reconnect only after a first connection: a failing first attempt is reported at once.
      reconnection: false,
      reconnectionDelay: firstRetry_ms,
      reconnectionDelayMax: longestRetry_ms,
      timeout: this.timeout_ms,
    });
    this.#connection = {
      manager: this.#manager,
      options,
      auth: options.auth ?? {},
      answers: new AnswerReader(options.answer, this.answers),
      timeout_ms: this.timeout_ms,
      isClosed: () => this.closed !== undefined,
      onChange: (change) => this.inbox.put(change, this.#other_ns),
    };
    this.#main = new SocketIoNamespace(this.#connection, namespace, true);
  }

  /** The query of the address, and that of the options. */
  #query(): Record<string, unknown> {
    return {
      ...Object.fromEntries(new URL(this.url).searchParams),
      ...this.options.query,
      ...this.#tokenQuery,
    };
  }

  onSocket(ws: WebSocket): void {
    this.#ws = ws;
    ws.once('open', () => {
      this.negotiated.extensions = ws.extensions;
    });
  }

  onEvent(event: unknown[], at_ns: bigint): void {
    if (this.#recovers) noteOffset(this.#main.socket, event);
    this.#put({ event: event.shift() as string, args: event }, at_ns);
  }

  onEventOf(namespace: string, event: unknown[], at_ns: bigint): void {
    if (this.#recovers) noteOffset((this.#others.get(namespace) as SocketIoNamespace).socket, event);
    this.#put({ event: event.shift() as string, args: event, namespace }, at_ns);
  }

  #put(change: Change, at_ns: bigint): void {
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
    const { engine } = this.#manager;
    const isPolling = engine.transport.name === 'polling';
    this.negotiated.transport = isPolling ? 'polling' : 'socketio';
    if (isPolling) engine.once('upgrade', () => (this.negotiated.transport = 'socketio'));
    this.#lookForRecovery();
    this.#main.socket.on('disconnect', (reason, details) => this.#onDisconnect(reason, details));
    this.#main.socket.on('connect', () => void this.#again());
    // Before a namespace is connected: with it, the server may send what was missed.
    this.#manager.on('open', () => this.inbox.drop());
    this.#manager.reconnection(this.options.reconnect ?? false);
    this.#manager.on('reconnect_attempt', () => {
      this.useNext();
      // The manager reads both before each attempt, and has no other way to change its address.
      (this.#manager as unknown as { uri: string }).uri = originOf(this.url);
      this.#manager.opts.query = this.#query() as Record<string, string>;
    });
  }

  override of(name: string): Client {
    const namespace = withSlash(name);
    if (namespace === this.#main.name) return this;
    return clientOf(this, namespace, {
      use: async (what) => {
        this.mustBeUsable(what);
        const one = this.#namespace(namespace);
        await one.connect();
        return one;
      },
      send: (name, params) => {
        this.mustBeUsable(`call ${name}`);
        const one = this.#namespace(namespace);
        // socket.io-client keeps it until the namespace is connected.
        one.connect().catch((error) => this.tellDisconnect(error.message));
        one.send(name, params);
      },
    });
  }

  #namespace(name: string): SocketIoNamespace {
    const found = this.#others.get(name);
    if (found !== undefined) return found;
    const made = new SocketIoNamespace(this.#connection, name, false);
    this.#others.set(name, made);
    this.otherPrefixes.push({ prefix: prefixOf(name), namespace: name });
    made.socket.on('connect', () => this.#lookForRecovery());
    made.socket.on('disconnect', (reason) => {
      // Of this namespace alone.
      if (reason === 'io server disconnect') this.tellDisconnect(`${this.shownUrl}: ${name}: ${reason}`);
    });
    return made;
  }

  async subscribe(name: string, ...params: unknown[]): Promise<Subscription> {
    this.mustBeUsable(`subscribe to ${name}`);
    return this.#main.subscribe(name, params);
  }

  protected ask(name: string, params: unknown[]): Promise<unknown> {
    return this.#main.ask(`method ${name}`, name, params);
  }

  send(name: string, ...params: unknown[]): void {
    this.mustBeUsable(`call ${name}`);
    this.#main.send(name, params);
  }

  protected drop(away_ms: number): void {
    const manager = this.#manager;
    this.#isCut = true;
    const pace = (delay_ms: number, most_ms: number, jitter: number) =>
      void manager.reconnectionDelay(delay_ms).reconnectionDelayMax(most_ms).randomizationFactor(jitter);
    pace(away_ms, away_ms, 0);
    // A manager that was not to reconnect skips it until its next `open`.
    (manager.reconnection(true) as unknown as { skipReconnect: boolean }).skipReconnect = false;
    manager.once('reconnect_attempt', () => pace(firstRetry_ms, longestRetry_ms, 0.5));
    manager.once('reconnect', () => {
      this.#isCut = false;
      manager.reconnection(this.options.reconnect ?? false);
    });
    this.#ws?.terminate();
    // Polling has no connection to cut, and repeats a request whose socket ended: it is just over.
    const { transport } = manager.engine;
    if (transport.name === 'polling') (transport as unknown as { onClose(): void }).onClose();
  }

  protected end(done: () => void): void {
    const ws = this.#ws;
    this.#manager.reconnection(false);
    for (const { socket } of [...this.#others.values(), this.#main]) socket.disconnect();
    if (ws !== undefined && ws.readyState !== ws.CLOSED) {
      const timer = setTimeout(() => ws.terminate(), 1000);
      ws.once('close', () => {
        clearTimeout(timer);
        done();
      });
    } else if (this.#agent !== undefined) void idle(this.#agent).then(done);
    else done();
  }

  protected async establish(): Promise<void> {
    const { url, login, headers } = this.options;
    if (login !== undefined) {
      const began_ms = performance.now();
      const { cookies, token } = await postLogin(url, login as PostLogin, this.options, this.timeout_ms);
      this.login_ms = performance.now() - began_ms;
      if (cookies !== '') this.#manager.opts.extraHeaders = withCookies(headers, cookies);
      if (token !== undefined) this.#carry(token, (login as PostLogin).into as string);
      // Closed in the meantime.
      if (this.closed !== undefined)
        throw new PubSubError('closed', `${this.shownUrl}: closed by this client`);
    }
    await this.#main.connect();
  }

  /** @param into `auth.token`, `query.token` or `headers.Authorization` */
  #carry(token: string, into: string): void {
    const [where, name] = into.split(/\.(.*)/s) as ['auth' | 'query' | 'headers', string];
    const { opts } = this.#manager;
    if (where === 'auth') this.#connection.auth = { ...this.#connection.auth, [name]: token };
    else if (where === 'query') {
      this.#tokenQuery = { [name]: token };
      opts.query = this.#query() as Record<string, string>;
    } else {
      const value =
        name.toLowerCase() === 'authorization' && !token.includes(' ') ? `Bearer ${token}` : token;
      opts.extraHeaders = { ...opts.extraHeaders, [name]: value };
    }
  }

  /** Only a client that reconnects has to remember how far it was. */
  #lookForRecovery(): void {
    const sockets = [this.#main, ...this.#others.values()].map(({ socket }) => socket as unknown as Recovery);
    this.#recovers = this.options.reconnect === true && sockets.some(({ _pid }) => _pid !== undefined);
  }

  #onDisconnect(reason: string, details: unknown): void {
    if (this.closed !== undefined || !this.usable) return;
    this.usable = false;
    if (this.options.reconnect || this.#isCut) {
      this.inbox.hold();
      this.inbox.drop();
      // socket.io-client doesn't reconnect when the server closed the connection.
      if (reason === 'io server disconnect') this.#main.socket.connect();
    }
    const { description, context } = Object(details) as { description?: unknown; context?: CloseEvent };
    const cause = causeOf(description) ?? description;
    const code = context?.code === undefined ? '' : `, code ${context.code}`;
    const why = cause === undefined ? reason : `${reason} (${String(cause)}${code})`;
    this.tellDisconnect(`${this.shownUrl}: ${why}`);
  }

  /** Reconnected. Changes are held until every subscription has its snapshot again. */
  async #again(): Promise<void> {
    const { engine } = this.#manager;
    const isCurrent = () => this.#main.socket.connected && this.#manager.engine === engine;
    const failures: Reconnection['failures'] = [];
    await Promise.all([this.#main, ...this.#others.values()].map((one) => one.again(isCurrent, failures)));
    // The connection was lost again: the next `connect` repeats all of this.
    if (!isCurrent() || this.closed !== undefined) return;
    this.#lookForRecovery();
    this.usable = true;
    this.tellReconnect({ failures });
    this.inbox.release();
  }
}

/** socket.io-client's own fields for a server with connectionStateRecovery. */
interface Recovery {
  _pid?: string;
  _lastOffset?: string;
}

/** The last argument of an event tells the server on a reconnection what was missed. */
function noteOffset(socket: Socket, event: unknown[]): void {
  const offset = event.at(-1);
  if (typeof offset === 'string') (socket as unknown as Recovery)._lastOffset = offset;
}

/** The start of a plain event: engine.io's `4`, Socket.io's `2`, the namespace, `[`. */
function prefixOf(namespace: string): Buffer {
  return Buffer.from(namespace === '/' ? '42[' : `42${namespace},[`);
}

/** Resolves when the last request is over, or after a second. */
async function idle(agent: Agent): Promise<void> {
  for (let waited = 0; waited < 50 && Object.keys(agent.sockets).length > 0; waited++) await sleep(20);
  agent.destroy();
}
