import {
  type Change,
  type ChangeListener,
  type Client,
  type ConnectOptions,
  PubSubError,
  type Subscription,
  withSlash,
} from '@meteor-vs-mean/pubsub-client';
import { RunError } from '../failures/error.ts';
import { sendable } from './sendable.ts';

/** What a writer's steps ask its connection in the writers' thread for. */
export interface Ask {
  type: 'ask';
  id: number;
  writer: number;
  namespace: string | undefined;
  method: 'connect' | 'ready' | 'call' | 'send' | 'subscribe' | 'stop' | 'close';
  args: unknown[];
}

/** What the connection returns. */
export type FromConnection =
  | {
      type: 'answer';
      id: number;
      value?: unknown;
      error?: { code: string; message: string; isAnswer: boolean };
    }
  | { type: 'change'; writer: number; change: Change; at_ns: bigint }
  | { type: 'lost'; writer: number; reason: string };

/** What a connection in the other thread says about itself. */
export type RemoteState = Pick<Client, 'transport' | 'namespace' | 'negotiated' | 'login_ms'>;

/** The way to the connections of the writers, from the thread in which their steps run. */
export class WriterLink {
  readonly #post: (message: Ask) => void;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #clients = new Map<number, RemoteClient>();
  #nextId = 1;

  constructor(post: (message: Ask) => void) {
    this.#post = post;
  }

  /** @throws PubSubError (as a rejection), as the client does */
  ask(
    [writer, namespace]: readonly [writer: number, namespace?: string],
    method: Ask['method'],
    ...args: unknown[]
  ): Promise<unknown> {
    const pending = Promise.withResolvers<unknown>();
    const id = this.#nextId++;
    this.#pending.set(id, pending);
    this.#post({ type: 'ask', id, writer, namespace, method, args });
    return pending.promise;
  }

  async connect(writer: number, options: ConnectOptions): Promise<Client> {
    const state = (await this.ask([writer], 'connect', options)) as RemoteState;
    const client = new RemoteClient(this, [writer], state);
    this.#clients.set(writer, client);
    return client;
  }

  take(message: FromConnection): void {
    if (message.type === 'answer') {
      const { id, value, error } = message;
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error === undefined) pending?.resolve(value);
      else pending?.reject(new PubSubError(error.code, error.message, error));
    } else if (message.type === 'change') {
      this.#clients.get(message.writer)?.changed(message.change, message.at_ns);
    } else this.#clients.get(message.writer)?.lost(message.reason);
  }
}

/** A writer's connection, for its steps. */
class RemoteClient implements Client {
  readonly transport: Client['transport'];
  readonly namespace: string;
  readonly negotiated: Client['negotiated'];
  readonly login_ms: Client['login_ms'];
  /** The writers' thread says them, at the end of the run. */
  readonly answers: ReadonlySet<string> = new Set();
  readonly #link: WriterLink;
  readonly #writer: readonly [writer: number, namespace?: string];
  readonly #changes = new Set<ChangeListener>();
  readonly #losses = new Set<(reason: string) => void>();

  constructor(
    link: WriterLink,
    writer: readonly [writer: number, namespace?: string],
    { transport, namespace, negotiated, login_ms }: RemoteState,
  ) {
    this.#link = link;
    this.#writer = writer;
    this.transport = transport;
    this.namespace = namespace;
    this.negotiated = negotiated;
    this.login_ms = login_ms;
  }

  async subscribe(name: string, ...params: unknown[]): Promise<Subscription> {
    const [id, snapshot] = (await this.#ask('subscribe', name, params)) as [number, unknown];
    const stop = async () => void (await this.#link.ask(this.#writer, 'stop', id));
    return { name, snapshot, stop };
  }

  call(name: string, ...params: unknown[]): Promise<unknown> {
    return this.#ask('call', name, params);
  }

  /** A lost connection is only seen in the other thread: the next step fails by it. */
  send(name: string, ...params: unknown[]): void {
    this.#ask('send', name, params).catch(() => {});
  }

  #ask(method: Ask['method'], name: string, params: unknown[]): Promise<unknown> {
    const values = params.map((one) => sendable(one, this.transport));
    return this.#link.ask(this.#writer, method, name, ...values);
  }

  onChange(listener: ChangeListener): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }

  onDisconnect(listener: (reason: string) => void): () => void {
    this.#losses.add(listener);
    return () => this.#losses.delete(listener);
  }

  onReconnect(): () => void {
    return () => {};
  }

  of(name: string): Client {
    const { transport, negotiated, login_ms } = this;
    const namespace = withSlash(name);
    if (namespace === this.namespace) return this;
    const state = { transport, namespace, negotiated, login_ms };
    const other = new RemoteClient(this.#link, [this.#writer[0], namespace], state);
    this.onChange((change, at_ns) => {
      if (change.namespace === namespace) other.changed(change, at_ns);
    });
    return other;
  }

  async ready(): Promise<void> {
    await this.#link.ask(this.#writer, 'ready');
  }

  async cut(): Promise<never> {
    throw new RunError('config', 'a writer can not cut its connection, only a subscriber can');
  }

  async close(): Promise<void> {
    await this.#link.ask(this.#writer, 'close');
  }

  changed(change: Change, at_ns: bigint): void {
    for (const listener of this.#changes) listener(change, at_ns);
  }

  lost(reason: string): void {
    for (const listener of this.#losses) listener(reason);
  }
}
