import type { MessagePort } from 'node:worker_threads';
import {
  type Client,
  type ConnectOptions,
  connect,
  PubSubError,
  type Subscription,
} from '@meteor-vs-mean/pubsub-client';
import { describe } from '../failures/error.ts';
import type { Ask, FromConnection, RemoteState } from './writer-link.ts';

/** What the steps of the writers leave, by writer. */
export interface LeftConnections {
  clients: ReadonlyMap<number, Client>;
  /** Why a connection is lost; absent: it isn't. */
  lost?: ReadonlyMap<number, string>;
}

/** The connections of the writers, in the writers' thread: until the schedule starts, their steps direct them. */
export class WriterConnections {
  readonly #port: MessagePort;
  readonly #clients = new Map<number, Client>();
  /** Why writers without a connection lost it. */
  readonly #lost = new Map<number, string>();
  readonly #subscriptions = new Map<number, Subscription>();
  #nextSubscription = 1;
  #isDirected = true;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** Does what a writer's step asks for, and answers. */
  async serve({ id, ...ask }: Ask): Promise<void> {
    try {
      this.#tell({ type: 'answer', id, value: await this.#do(ask) });
    } catch (error) {
      const isAnswer = error instanceof PubSubError && error.isAnswer;
      this.#tell({ type: 'answer', id, error: { ...describe(error), isAnswer } });
    }
  }

  /** The steps are over. @returns the connections that they left, by writer, and why some of them are lost */
  release(): LeftConnections {
    this.#isDirected = false;
    return { clients: this.#clients, lost: this.#lost };
  }

  async #do({ writer, namespace, method, args }: Omit<Ask, 'type' | 'id'>): Promise<unknown> {
    if (method === 'connect') return this.#connect(writer, args[0] as ConnectOptions);
    const main = this.#clients.get(writer) as Client;
    const client = namespace === undefined ? main : main.of(namespace);
    const [first, ...rest] = args as [string, ...unknown[]];
    switch (method) {
      case 'ready':
        return client.ready();
      case 'call':
        return client.call(first, ...rest);
      case 'send':
        return client.send(first, ...rest);
      case 'subscribe': {
        const subscription = await client.subscribe(first, ...rest);
        const id = this.#nextSubscription++;
        this.#subscriptions.set(id, subscription);
        return [id, subscription.snapshot];
      }
      case 'stop':
        return this.#subscriptions.get(Number(first))?.stop();
      case 'close':
        this.#clients.delete(writer);
        return main.close();
    }
  }

  async #connect(writer: number, options: ConnectOptions): Promise<RemoteState> {
    const client = await connect(options);
    this.#clients.set(writer, client);
    client.onChange((change, at_ns) => {
      if (this.#isDirected) this.#tell({ type: 'change', writer, change, at_ns });
    });
    this.#lost.delete(writer);
    client.onReconnect(() => this.#lost.delete(writer));
    client.onDisconnect((reason) => {
      this.#lost.set(writer, reason);
      if (this.#isDirected) this.#tell({ type: 'lost', writer, reason });
    });
    const { transport, namespace, negotiated, login_ms } = client;
    return { transport, namespace, negotiated, login_ms };
  }

  #tell(message: FromConnection): void {
    this.#port.postMessage(message);
  }
}
