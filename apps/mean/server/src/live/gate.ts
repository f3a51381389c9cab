import { setTimeout as sleep } from 'node:timers/promises';
import type { List, Query, Rule, WireDocument } from '@meteor-vs-mean/contract';
import { mayUse } from '../access.ts';
import type { Hooks } from '../hooks.ts';
import { Events, type Json } from './parser.ts';
import type { LiveSocket } from './socket.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';

export interface GateContext {
  views: Views;
  hooks: Pick<Hooks, 'admit' | 'sent'>;
  log(line: string): void;
}

/**
 * Decides which of a channel's subscribers may see its documents: when they subscribe, and again when the channel's
 * list changes. Those with access are in the channel's room and share its view, without further checks for each
 * delivery. The others have an empty subscription.
 */
export class Gate {
  readonly #rule: Rule;
  readonly channel: string;
  readonly #query: Query;
  readonly #context: GateContext;
  /** The list, and how often each socket subscribed. */
  readonly #list: View;
  /** Sockets in the room, each with one hold on the view. */
  readonly #inside = new Set<LiveSocket>();
  /** Sockets that got a snapshot, even an empty one: they get later documents as changes. */
  readonly #answered = new Set<LiveSocket>();
  /** Sockets for which the view is loading because the list has changed. */
  readonly #entering = new Set<LiveSocket>();

  constructor(rule: Rule, channel: string, query: Query, listId: string, context: GateContext) {
    this.#rule = rule;
    this.channel = channel;
    this.#query = query;
    this.#context = context;
    const list: Query = { collection: 'lists', filter: { _id: listId }, sort: { _id: 1 } };
    this.#list = context.views.follow(`access to ${channel}`, list, () => this.#decide());
  }

  get isEmpty(): boolean {
    return this.#list.subscribers.size === 0;
  }

  /** Stops following the list, once the gate is empty. */
  close(): void {
    this.#context.views.unfollow(this.#list);
  }

  /**
   * Adds a subscription.
   * @param holds the digest of the client's documents
   * @param answer gets the snapshot in the same tick in which the socket joins the room; undefined if it is empty
   */
  async subscribe(
    socket: LiveSocket,
    holds: string | undefined,
    answer: (documents: Json | undefined) => void,
  ): Promise<void> {
    this.#list.subscribers.set(socket, (this.#list.subscribers.get(socket) ?? 0) + 1);
    let isHeld = false;
    try {
      await this.#list.ready;
      if (this.#isAdmitted(socket)) {
        const view = this.#context.views.hold(this.channel, this.#query, socket);
        isHeld = true;
        await view.ready;
        if (!view.json.isHeld(holds)) {
          await this.#context.hooks.admit(socket, view.json.bytes);
        }
        this.#admit(socket, view); // checks access again
      }
      if (this.has(socket)) this.#answered.add(socket); // a closed socket must not be added
      answer(this.#inside.has(socket) ? this.#context.views.get(this.channel)?.json : undefined);
    } catch (error) {
      this.unsubscribe(socket);
      throw error;
    } finally {
      if (isHeld) this.#release(socket);
    }
  }

  /** Undoes one `subscribe`. */
  unsubscribe(socket: LiveSocket): void {
    const count = this.#list.subscribers.get(socket);
    if (count === undefined) return;
    if (count > 1) this.#list.subscribers.set(socket, count - 1);
    else this.forget(socket);
  }

  /** Undoes every `subscribe` of a socket. */
  forget(socket: LiveSocket): void {
    this.#list.subscribers.delete(socket);
    this.#answered.delete(socket);
    if (!this.#inside.delete(socket)) return;
    socket.leave(this.channel);
    this.#release(socket);
  }

  has(socket: LiveSocket): boolean {
    return this.#list.subscribers.has(socket);
  }

  /** Runs when the list was inserted, changed or removed. */
  #decide(): void {
    const leaving: LiveSocket[] = [];
    const coming: LiveSocket[] = [];
    for (const socket of this.#list.subscribers.keys()) {
      const isAdmitted = this.#isAdmitted(socket);
      if (this.#inside.has(socket)) {
        if (!isAdmitted) leaving.push(socket);
      } else if (isAdmitted && this.#answered.has(socket) && !this.#entering.has(socket)) {
        coming.push(socket);
      }
    }
    if (leaving.length > 0) this.#expel(leaving);
    if (coming.length > 0) void this.#loadFor(coming);
  }

  #expel(sockets: readonly LiveSocket[]): void {
    const removed = new Events(this.#documents.map(({ _id }) => ['removed', this.channel, _id]));
    for (const socket of sockets) {
      socket.leave(this.channel);
      removed.sendTo(socket);
      this.#inside.delete(socket);
      this.#release(socket);
      this.#context.hooks.sent(socket);
    }
  }

  /** Loads the view, retrying until it succeeds. */
  async #loadFor(sockets: readonly LiveSocket[]): Promise<void> {
    const { views, log } = this.#context;
    for (const socket of sockets) this.#entering.add(socket);
    let waiting = sockets;
    for (let pause_ms = 50; waiting.length > 0; pause_ms = Math.min(pause_ms * 2, 5000)) {
      const [view] = waiting.map((socket) => views.hold(this.channel, this.#query, socket));
      try {
        await view?.ready;
        if (view) await Promise.all(waiting.map((socket) => this.#enter(socket, view)));
        return;
      } catch (error) {
        for (const socket of waiting) this.#release(socket);
        log(`${this.channel}: reading it for new members failed, retrying: ${error}`);
        await sleep(pause_ms, undefined, { ref: false });
        waiting = waiting.filter((socket) => {
          if (this.#isAdmitted(socket) && !this.#inside.has(socket)) return true;
          this.#entering.delete(socket);
          return false;
        });
      }
    }
  }

  /** Admits the socket when there is room for its documents. */
  async #enter(socket: LiveSocket, view: View): Promise<void> {
    await this.#context.hooks.admit(socket, view.added.length);
    this.#entering.delete(socket);
    // A socket that has subscribed again in the meantime gets a snapshot.
    if (this.#answered.has(socket)) this.#admit(socket, view);
    this.#release(socket);
  }

  /** In one tick: earlier writes are in the documents, and later ones arrive through the room. */
  #admit(socket: LiveSocket, view: View): void {
    if (!this.#isAdmitted(socket) || this.#inside.has(socket)) return;
    const { views, hooks } = this.#context;
    views.hold(this.channel, this.#query, socket);
    socket.join(this.channel);
    this.#inside.add(socket);
    if (!this.#answered.has(socket)) return;
    view.added.sendTo(socket);
    hooks.sent(socket);
  }

  #isAdmitted(socket: LiveSocket): boolean {
    if (!this.#list.subscribers.has(socket)) return false;
    const [list] = this.#list.documents as unknown as List[];
    return mayUse(list, this.#rule, socket.data.account);
  }

  get #documents(): readonly WireDocument[] {
    return this.#context.views.get(this.channel)?.documents ?? [];
  }

  #release(socket: LiveSocket): void {
    const { views } = this.#context;
    const view = views.get(this.channel);
    if (view) views.release(view, socket);
  }
}
