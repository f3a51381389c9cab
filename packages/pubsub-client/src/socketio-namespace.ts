import type { Manager, Socket } from 'socket.io-client';
import type { AnswerReader } from './answer.ts';
import { withBuffers } from './bytes.ts';
import type { Change, ConnectOptions, Reconnection, Subscription } from './client.ts';
import { PubSubError } from './error.ts';
import { reasonIn } from './handshake-refusal.ts';

interface MadeSubscription extends Subscription {
  readonly params: unknown[];
  snapshot?: unknown;
}

/** What a namespace needs of its connection. */
export interface Connection {
  readonly manager: Manager;
  readonly options: ConnectOptions;
  /** Sent to each namespace. */
  auth: Record<string, unknown>;
  readonly answers: AnswerReader;
  readonly timeout_ms: number;
  /** Whether this client has closed it. */
  isClosed(): boolean;
  /** An event that the transport doesn't pass on itself. */
  onChange(change: Change): void;
}

/** One namespace of a Socket.io connection. */
export class SocketIoNamespace {
  readonly socket: Socket;
  readonly name: string;
  readonly #connection: Connection;
  readonly #subscriptions = new Set<MadeSubscription>();
  #connected: Promise<void> | undefined;

  /** @param isMain whether its events are reported without a namespace */
  constructor(connection: Connection, name: string, isMain: boolean) {
    this.name = name;
    this.#connection = connection;
    this.socket = connection.manager.socket(name, {
      auth: (send) => send(connection.auth),
    });
    this.socket.onAny((event: string, ...args: unknown[]) => {
      // The server asks for an acknowledgement: a listener that only receives has nothing to say.
      if (typeof args.at(-1) === 'function') (args.pop() as () => void)();
      connection.onChange(isMain ? { event, args } : { event, args, namespace: name });
    });
  }

  /** The connection's address, with the namespace. */
  get #where(): string {
    return `${originOf(this.#connection.options.url)}${this.name === '/' ? '' : this.name}`;
  }

  /** Connects at the first call. */
  connect(): Promise<void> {
    this.#connected ??= this.#open().catch((error) => {
      this.#connected = undefined;
      throw error;
    });
    return this.#connected;
  }

  #open(): Promise<void> {
    const { manager, timeout_ms } = this.#connection;
    const { socket } = this;
    const where = this.#where;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        settle(() =>
          reject(new PubSubError('timeout', `${where}: no Socket.io connection in ${timeout_ms} ms`)),
        );
      }, timeout_ms);
      // With another parser on the server, engine.io connects anyway, and socket.io-client doesn't report the end.
      const closed = (reason: string, details?: unknown) => {
        // A close by this client, for which the server's reason is already reported.
        if (reason === 'forced close') return;
        const cause = causeOf(details);
        const why = 'the server closed the connection before it answered';
        const text = cause ? `${why}: ${cause}` : `${why} (does it use another parser?): ${reason}`;
        settle(() => reject(new PubSubError('refused', `${where}: ${text}`)));
      };
      const connected = () => settle(resolve);
      const failed = (error: Error & { data?: unknown; type?: string }) => {
        // The transport failed, whatever the namespace.
        const address = error.type === 'TransportError' ? originOf(this.#connection.options.url) : where;
        settle(() => reject(connectError(address, error)));
      };
      const settle = (settleIt: () => void) => {
        clearTimeout(timer);
        socket.off('connect', connected);
        socket.off('connect_error', failed);
        manager.off('close', closed);
        settleIt();
      };
      socket.once('connect', connected);
      socket.once('connect_error', failed);
      manager.on('close', closed);
      socket.connect();
    });
  }

  async subscribe(name: string, params: unknown[]): Promise<Subscription> {
    const made: MadeSubscription = { name, params, stop: () => this.#stop(made) };
    await this.#sub(made);
    this.#subscriptions.add(made);
    return made;
  }

  send(name: string, params: unknown[]): void {
    this.socket.emit(name, ...this.#sendable(params));
  }

  /** Emits an event and waits for the acknowledgement. */
  ask(what: string, event: string, args: unknown[]): Promise<unknown> {
    const { answers, timeout_ms } = this.#connection;
    return new Promise((resolve, reject) => {
      const take = (failed: Error | null, ...reply: unknown[]) => {
        if (failed) return reject(this.#askError(what));
        try {
          resolve(answers.resultOf(reply));
        } catch (error) {
          reject(error);
        }
      };
      this.socket.timeout(timeout_ms).emit(event, ...this.#sendable(args), take);
    });
  }

  /**
   * Subscribes again, on a new connection.
   * @param isCurrent whether that connection still exists
   */
  async again(isCurrent: () => boolean, failures: Reconnection['failures']): Promise<void> {
    // socket.io-client connects all namespaces again, one after another.
    if (!this.socket.connected) {
      const settled = Promise.withResolvers<void>();
      for (const event of ['connect', 'connect_error'] as const)
        this.socket.once(event, () => settled.resolve());
      const timer = setTimeout(settled.resolve, this.#connection.timeout_ms);
      await settled.promise;
      clearTimeout(timer);
    }
    await Promise.all(
      [...this.#subscriptions].map((made) =>
        this.#sub(made).catch((error: Error) => {
          if (!isCurrent()) return;
          this.#subscriptions.delete(made);
          failures.push({ name: made.name, error });
        }),
      ),
    );
  }

  async #sub(made: MadeSubscription): Promise<void> {
    const { subscribeEvent, subscribeAck } = this.#connection.options;
    const [event, args] = subscribeEvent
      ? [subscribeEvent, [made.name, ...made.params]]
      : [made.name, made.params];
    if (subscribeAck ?? true) made.snapshot = await this.ask(`subscription ${made.name}`, event, args);
    else this.send(event, args);
  }

  async #stop(made: MadeSubscription): Promise<void> {
    const { unsubscribeEvent, subscribeAck } = this.#connection.options;
    if (!this.#subscriptions.delete(made) || unsubscribeEvent === undefined || !this.socket.connected) return;
    const { channel } = Object(made.snapshot) as { channel?: unknown };
    const args = channel === undefined ? [made.name, ...made.params] : [channel];
    if (subscribeAck ?? true) await this.ask(`the end of subscription ${made.name}`, unsubscribeEvent, args);
    else this.send(unsubscribeEvent, args);
  }

  #sendable(args: unknown[]): unknown[] {
    return this.#connection.options.parser === undefined ? args : args.map(withBuffers);
  }

  /** socket.io-client fails an acknowledgement on a timeout or when the connection is lost. */
  #askError(what: string): PubSubError {
    const { timeout_ms } = this.#connection;
    if (this.#connection.isClosed())
      return new PubSubError('closed', `${this.#where}: closed by this client`);
    return this.socket.connected
      ? new PubSubError('timeout', `${this.#where}: no answer to ${what} in ${timeout_ms} ms`)
      : new PubSubError(
          'disconnected',
          `${this.#where}: the connection was lost before ${what} was answered`,
        );
  }
}

/** @returns the address without path and query */
export function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** @returns what a transport says of its end: for a request of polling its status and body */
export function causeOf(details: unknown): string | undefined {
  const { description, context, message } = Object(details) as {
    description?: unknown;
    context?: { responseText?: unknown };
    message?: string;
  };
  const body = context?.responseText;
  if (typeof body === 'string' && typeof description === 'number') {
    const reason = reasonIn(body);
    return [message, description === 0 ? undefined : description, reason].filter(Boolean).join(': ');
  }
  const inner = (description as { message?: string } | undefined)?.message;
  return typeof description === 'object' && description !== null ? inner : undefined;
}

function connectError(where: string, error: Error & { data?: unknown }): PubSubError {
  // A middleware of the server may have put a code into `data`.
  const { code } = Object(error.data) as { code?: unknown };
  const cause = causeOf(error);
  const text = cause?.startsWith(error.message) ? cause : `${error.message}${cause ? `: ${cause}` : ''}`;
  return new PubSubError(code === undefined ? 'refused' : String(code), `${where}: ${text}`, {
    isAnswer: code !== undefined,
  });
}
