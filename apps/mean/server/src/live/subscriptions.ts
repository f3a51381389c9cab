import {
  ContractError,
  channelOf,
  limits,
  type PublicationName,
  publications,
  type Query,
  queryOf,
  type Rule,
  type Unchanged,
} from '@meteor-vs-mean/contract';
import { Gate, type GateContext } from './gate.ts';
import type { Json, WrittenSnapshot } from './parser.ts';
import type { LiveSocket } from './socket.ts';

/** Gets a snapshot, in the very tick from which on its socket gets the changes after it. */
type Answer = (snapshot: WrittenSnapshot | Unchanged | { channel: string; documents: [] }) => void;

/** A socket's subscription, as it asks for it. */
export interface Asked {
  name: string;
  params: unknown;
  /** The digest of what it has; undefined if it has nothing. */
  holds: string | undefined;
}

/** What sockets subscribe to: views, and gates before those that not everybody may see. */
export class Subscriptions {
  readonly #context: GateContext;
  readonly #gates = new Map<string, Gate>();
  /** Those at which a socket subscribed, let in or not. */
  readonly #gatesOf = new WeakMap<LiveSocket, Set<Gate>>();

  constructor(context: GateContext) {
    this.#context = context;
  }

  /** @throws ContractError `404`, `validation-error`, `limit-reached`, or whatever went wrong that the client isn't to know */
  async subscribe(socket: LiveSocket, asked: Asked, answer: Answer): Promise<void> {
    const query = queryOf(asked.name, asked.params, socket.data.account?.userId);
    const name = asked.name as PublicationName; // it has a query
    if (!query) return answer({ channel: name, documents: [] });
    const channel = channelOf(name, query);
    const { channels } = socket.data;
    if (!channels.has(channel) && channels.size >= limits.openSubscriptions) {
      throw new ContractError(
        'limit-reached',
        `A connection has ${limits.openSubscriptions} subscriptions at most`,
      );
    }
    channels.add(channel);
    try {
      await this.#follow(socket, asked, channel, query, answer);
    } finally {
      this.#count(socket, channel); // it may have failed, or have been ended before it began
    }
  }

  async #follow(
    socket: LiveSocket,
    { name: given, params, holds }: Asked,
    channel: string,
    query: Query,
    answer: Answer,
  ): Promise<void> {
    const name = given as PublicationName;
    const rule: Rule = publications[name].may;
    if (!('list' in rule)) return this.#subscribeToView(socket, channel, query, holds, answer);
    const listId = (params as Record<string, string>)[rule.list] as string;
    const gate = this.#gates.get(channel) ?? new Gate(rule, channel, query, listId, this.#context);
    this.#gates.set(channel, gate);
    const gates = this.#gatesOf.get(socket) ?? new Set();
    this.#gatesOf.set(socket, gates.add(gate));
    try {
      await gate.subscribe(socket, holds, (documents) =>
        answer(documents ? snapshotOf(channel, documents, holds) : { channel, documents: [] }),
      );
    } finally {
      this.#tidy(socket, channel, gate);
    }
  }

  /** Of a channel that the socket doesn't subscribe to, nothing is left to do. */
  unsubscribe(socket: LiveSocket, channel: string): void {
    const gate = this.#gates.get(channel);
    const view = this.#context.views.get(channel);
    if (gate) {
      gate.unsubscribe(socket);
      this.#tidy(socket, channel, gate);
    } else if (view && this.#context.views.release(view, socket)) socket.leave(channel);
    this.#count(socket, channel);
  }

  /** When a socket has closed. */
  unsubscribeAll(socket: LiveSocket): void {
    for (const gate of this.#gatesOf.get(socket) ?? []) {
      gate.forget(socket);
      this.#tidy(socket, gate.channel, gate);
    }
    this.#context.views.releaseAll(socket);
  }

  async #subscribeToView(
    socket: LiveSocket,
    channel: string,
    query: Query,
    holds: string | undefined,
    answer: Answer,
  ): Promise<void> {
    const { views } = this.#context;
    const view = views.hold(channel, query, socket);
    try {
      await view.ready;
    } catch (error) {
      views.release(view, socket);
      throw error;
    }
    if (!view.json.isHeld(holds)) {
      await this.#context.hooks.admit(socket, view.json.bytes);
    }
    // In one tick: what is written later comes after the snapshot, and what was written before is in it.
    if (view.subscribers.has(socket)) socket.join(channel); // it may have left meanwhile
    answer(snapshotOf(channel, view.json, holds));
  }

  /** Its channels are those that it holds, at least once. */
  #count(socket: LiveSocket, channel: string): void {
    const gate = this.#gates.get(channel);
    const isHeld = gate ? gate.has(socket) : this.#context.views.get(channel)?.subscribers.has(socket);
    if (!isHeld) socket.data.channels.delete(channel);
  }

  #tidy(socket: LiveSocket, channel: string, gate: Gate): void {
    if (!gate.has(socket)) this.#gatesOf.get(socket)?.delete(gate);
    if (!gate.isEmpty || this.#gates.get(channel) !== gate) return;
    this.#gates.delete(channel);
    gate.close();
  }
}

/** In the tick in which it is sent: the documents may be others by then than when it was admitted. */
function snapshotOf(
  channel: string,
  documents: Json,
  holds: string | undefined,
): WrittenSnapshot | Unchanged {
  return documents.isHeld(holds) ? { channel, unchanged: true } : { channel, documents };
}
