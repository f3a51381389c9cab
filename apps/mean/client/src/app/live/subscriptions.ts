import type { TransferState } from '@angular/core';
import type {
  CollectionName,
  ParamsOf,
  PublicationName,
  Reply,
  Snapshot,
  Unchanged,
} from '@meteor-vs-mean/contract';
import type { AnyRow, Overlay } from './overlay';
import { askAgain, type LiveSocket } from './socket';
import { keyOf, renderedDocuments, Subscription } from './subscription';

interface SubscriptionsContext {
  socket: LiveSocket;
  overlay: Overlay;
  transferState: TransferState;
  /** Shows the user why the server rejected a subscription. */
  notify(text: string): void;
}

/** This page's subscriptions, made again on each connection. */
export class Subscriptions {
  readonly #context: SubscriptionsContext;
  readonly #byKey = new Map<string, Subscription>();

  constructor(context: SubscriptionsContext) {
    this.#context = context;
    const { socket, overlay } = context;
    socket.on('connect', () => {
      for (const subscription of this.#byKey.values()) void this.#subscribe(subscription);
    });
    socket.on('disconnect', () => {
      for (const subscription of this.#byKey.values()) subscription.channel = undefined;
    });
    socket.on('added', (channel, document) => {
      const subscription = this.#on(channel);
      if (subscription) overlay.saw(subscription.collection, document._id, subscription.added(document));
    });
    socket.on('changed', (channel, id, fields, cleared) => {
      const subscription = this.#on(channel);
      const document = subscription?.changed(id, fields, cleared);
      if (subscription && document) overlay.saw(subscription.collection, id, document);
    });
    socket.on('removed', (channel, id) => {
      const subscription = this.#on(channel);
      subscription?.removed(id);
      if (subscription) overlay.saw(subscription.collection, id, undefined);
    });
  }

  /** Subscribes, or shares an existing subscription, which must be released. */
  hold<Name extends PublicationName>(name: Name, params: ParamsOf<Name>): Subscription<Name> {
    const key = keyOf(name, params);
    let subscription = this.#byKey.get(key) as Subscription<Name> | undefined;
    if (!subscription) {
      subscription = new Subscription(name, params, this.#context.overlay);
      this.#byKey.set(key, subscription as unknown as Subscription);
      this.#restore(subscription as unknown as Subscription, key);
      void this.#subscribe(subscription as unknown as Subscription);
    }
    subscription.holders += 1;
    return subscription;
  }

  release<Name extends PublicationName>(subscription: Subscription<Name>): void {
    subscription.holders -= 1;
    if (subscription.holders > 0) return;
    this.#byKey.delete(keyOf(subscription.name, subscription.params));
    if (subscription.channel) this.#unsubscribe(subscription.channel);
  }

  /** The account has changed: nothing that only the previous one may see may be shown. */
  forget(): void {
    for (const subscription of this.#byKey.values()) subscription.forget();
  }

  /** All rows of a collection, over all subscriptions. */
  *shown(collection: CollectionName): Iterable<AnyRow> {
    for (const subscription of this.#byKey.values()) {
      if (subscription.collection === collection) yield* subscription.rows() as unknown as AnyRow[];
    }
  }

  /** Shows a server-rendered page's documents until the subscription brings the current ones. */
  #restore(subscription: Subscription, key: string): void {
    const { transferState } = this.#context;
    const rendered = renderedDocuments(key);
    const documents = transferState.get(rendered, undefined);
    transferState.remove(rendered); // too old for a later subscription
    if (documents) subscription.restore(documents);
  }

  async #subscribe(subscription: Subscription): Promise<void> {
    const { socket } = this.#context;
    if (!socket.connected) return; // the next connection subscribes
    const connection = socket.id;
    const digest = subscription.digest();
    const holds = digest && (await digest);
    if (connection !== socket.id) return;
    const { name, params } = subscription;
    // A promise would run only after the changes that arrived together with the answer.
    const onReply = (reply: Reply<Snapshot | Unchanged>) => this.#onReply(subscription, reply);
    if (holds === undefined) socket.emit('subscribe', name, params, onReply);
    else socket.emit('subscribe', name, params, holds, onReply);
  }

  /** The answer is always of the current connection, because Socket.io drops a lost connection's callbacks. */
  #onReply(subscription: Subscription, reply: Reply<Snapshot | Unchanged>): void {
    if ('result' in reply) {
      this.#begin(subscription, reply.result);
    } else if (reply.error.code === 'validation-error') {
      subscription.isReady.set(true); // no such list or room
    } else {
      this.#context.notify(reply.error.message);
      const { socket } = this.#context;
      askAgain(socket, socket.id, () => {
        if (subscription.holders > 0 && !subscription.channel) void this.#subscribe(subscription);
      });
    }
  }

  #begin(subscription: Subscription, result: Snapshot | Unchanged): void {
    const { channel } = result;
    if (subscription.holders > 0) {
      const shown =
        'unchanged' in result ? subscription.keep(channel) : subscription.replace(channel, result.documents);
      this.#context.overlay.sawSnapshot(subscription.collection, shown);
    } else {
      this.#unsubscribe(channel); // released in the meantime
    }
  }

  #unsubscribe(channel: string): void {
    const { socket } = this.#context;
    if (socket.connected) socket.emit('unsubscribe', channel);
  }

  #on(channel: string): Subscription | undefined {
    for (const subscription of this.#byKey.values()) {
      if (subscription.channel === channel) return subscription;
    }
    return undefined;
  }
}
