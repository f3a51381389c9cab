import type {
  ChangeListener,
  Client,
  ConnectOptions,
  Reconnection,
  Subscription,
  Transport,
} from './client.ts';
import { PubSubError } from './error.ts';
import { Inbox } from './inbox.ts';

/** The listeners for one kind of event. */
type Listeners<Of> = Set<(of: Of) => void>;

/** What all transports share: the listeners, and whether the connection is usable. */
export abstract class BaseClient implements Client {
  abstract readonly transport: Transport;
  readonly namespace: string = '';
  readonly negotiated: Client['negotiated'] = { extensions: '', transport: '' };
  login_ms: number | undefined;
  readonly answers = new Set<string>();
  protected readonly options: ConnectOptions;
  protected readonly timeout_ms: number;
  protected readonly inbox = new Inbox();
  /** Connected, and logged in if required. */
  protected usable = false;
  protected closed: Promise<void> | undefined;
  readonly #urls: readonly string[];
  #attempt = 0;
  readonly #disconnects: Listeners<string> = new Set();
  readonly #reconnects: Listeners<Reconnection> = new Set();

  constructor(options: ConnectOptions) {
    this.options = options;
    this.#urls = [options.url, ...(options.alternatives ?? [])];
    this.timeout_ms = options.timeout_ms ?? 20_000;
  }

  /** The address of the current connection. */
  protected get url(): string {
    return this.#urls[this.#attempt % this.#urls.length] as string;
  }

  /** For messages: a query may hold a token. */
  protected get shownUrl(): string {
    return this.url.replace(/\?.*$/s, '');
  }

  /** Makes the next attempt use the next address, if there are several. */
  protected useNext(): void {
    this.#attempt += 1;
  }

  /** Connects and logs in. Called once, by `connect`. */
  async open(): Promise<void> {
    try {
      await this.establish();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.usable = true;
    this.opened();
  }

  async call(name: string, ...params: unknown[]): Promise<unknown> {
    this.mustBeUsable(`call ${name}`);
    return this.ask(name, params);
  }

  onChange(listener: ChangeListener): () => void {
    return this.inbox.add(listener);
  }

  of(_namespace: string): Client {
    throw new PubSubError('option', `namespace: ${this.transport} has none, only socketio`);
  }

  async ready(): Promise<void> {
    this.mustBeUsable('use it');
  }

  onDisconnect(listener: (reason: string) => void): () => void {
    return added(this.#disconnects, listener);
  }

  onReconnect(listener: (reconnection: Reconnection) => void): () => void {
    return added(this.#reconnects, listener);
  }

  cut(away_ms: number): Promise<Reconnection> {
    this.mustBeUsable('cut the connection');
    const { promise, resolve } = Promise.withResolvers<Reconnection>();
    const stopListening = this.onReconnect((reconnection) => {
      stopListening();
      resolve(reconnection);
    });
    this.drop(away_ms);
    return promise;
  }

  close(): Promise<void> {
    if (this.closed !== undefined) return this.closed;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.usable = false;
    this.end(resolve);
    return promise;
  }

  abstract subscribe(name: string, ...params: unknown[]): Promise<Subscription>;
  abstract send(name: string, ...params: unknown[]): void;
  protected abstract establish(): Promise<void>;
  /** Called once the connection is usable for the first time. */
  protected abstract opened(): void;
  /** Calls a method and waits for its answer. */
  protected abstract ask(name: string, params: unknown[]): Promise<unknown>;
  /** Cuts the connection, and connects again after that time. */
  protected abstract drop(away_ms: number): void;
  /** Closes the connection and calls back when it is closed. */
  protected abstract end(done: () => void): void;

  protected mustBeUsable(what: string): void {
    if (this.usable) return;
    const [code, state] = this.closed ? ['closed', 'closed'] : ['disconnected', 'not connected'];
    throw new PubSubError(code as string, `${this.shownUrl}: can't ${what}: ${state}`);
  }

  protected tellDisconnect(reason: string): void {
    for (const listener of this.#disconnects) listener(reason);
  }

  protected tellReconnect(reconnection: Reconnection): void {
    for (const listener of this.#reconnects) listener(reconnection);
  }
}

/** @returns a function that removes the listener */
function added<Of>(listeners: Listeners<Of>, listener: (of: Of) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
