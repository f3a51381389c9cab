import { type CollectionName, channelOf, type Query } from '@meteor-vs-mean/contract';
import type { WriteEvent } from './event.ts';
import type { LiveSocket } from './socket.ts';
import { View, type ViewContext } from './view.ts';

/** The views that somebody subscribes to. */
export class Views {
  readonly #views = new Map<string, View>();
  readonly #context: ViewContext;

  constructor(context: ViewContext) {
    this.#context = context;
  }

  get size(): number {
    return this.#views.size;
  }

  get(channel: string): View | undefined {
    return this.#views.get(channel);
  }

  /** Counts the socket in; it must be released as many times. */
  hold(name: string, query: Query, socket: LiveSocket): View {
    const channel = channelOf(name, query);
    let view = this.#views.get(channel);
    if (!view) {
      view = new View(channel, query, this.#context);
      this.#views.set(channel, view);
    }
    view.subscribers.set(socket, (view.subscribers.get(socket) ?? 0) + 1);
    socket.data.views.add(view);
    return view;
  }

  /** @returns whether that was the socket's last subscription to it */
  release(view: View, socket: LiveSocket): boolean {
    const count = view.subscribers.get(socket);
    if (count === undefined) return false;
    if (count > 1) {
      view.subscribers.set(socket, count - 1);
      return false;
    }
    this.#forget(view, socket);
    return true;
  }

  /** Undoes every `hold` of a socket that is gone. */
  releaseAll(socket: LiveSocket): void {
    for (const view of socket.data.views) this.#forget(view, socket);
  }

  /** To every view of the collection: to ask each costs less than an index of what belongs where would save. */
  apply(event: WriteEvent): void {
    for (const view of this.#views.values()) {
      if (view.query.collection === event.collection) view.apply(event);
    }
  }

  /** @param collection all, if absent */
  reload(collection?: CollectionName): void {
    for (const view of this.#views.values()) {
      if (!collection || view.query.collection === collection) view.reload();
    }
  }

  #forget(view: View, socket: LiveSocket): void {
    socket.data.views.delete(view);
    view.subscribers.delete(socket);
    if (view.subscribers.size === 0 && this.#views.get(view.channel) === view)
      this.#views.delete(view.channel);
  }
}
