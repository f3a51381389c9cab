import type { CollectionName, Query } from '@meteor-vs-mean/contract';
import type { WriteEvent } from './event.ts';
import type { LiveSocket } from './socket.ts';
import { View, type ViewContext } from './view.ts';
import { ViewIndex } from './view-index.ts';

/** The views with subscribers. */
export class Views {
  readonly #views = new Map<string, View>();
  /** Those, and the views that only the server follows. */
  readonly #index = new ViewIndex();
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

  /** Adds a hold for the socket, which must be released. */
  hold(channel: string, query: Query, socket: LiveSocket): View {
    let view = this.#views.get(channel);
    if (!view) {
      view = new View(channel, query, this.#context);
      this.#views.set(channel, view);
      this.#index.add(view);
    }
    view.subscribers.set(socket, (view.subscribers.get(socket) ?? 0) + 1);
    socket.data.views.add(view);
    return view;
  }

  /** @returns whether that was the socket's last hold */
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

  /** Removes every `hold` of a closed socket. */
  releaseAll(socket: LiveSocket): void {
    for (const view of socket.data.views) this.#forget(view, socket);
  }

  /**
   * A view for the server itself, without a channel for clients. End it with `unfollow`.
   * @param changed runs when its documents have changed, in the same tick
   */
  follow(what: string, query: Query, changed: () => void): View {
    const view = new View(what, query, { ...this.#context, broadcast: changed });
    this.#index.add(view);
    return view;
  }

  unfollow(view: View): void {
    this.#index.delete(view);
  }

  apply(event: WriteEvent): void {
    this.#index.apply(event);
  }

  /** @param collection all, if absent */
  reload(collection?: CollectionName): void {
    this.#index.reload(collection);
  }

  #forget(view: View, socket: LiveSocket): void {
    socket.data.views.delete(view);
    view.subscribers.delete(socket);
    if (view.subscribers.size > 0 || this.#views.get(view.channel) !== view) return;
    this.#views.delete(view.channel);
    this.#index.delete(view);
  }
}
