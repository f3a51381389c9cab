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

/** Gets a snapshot, in the same tick in which its socket joins the room. */
type Answer = (snapshot: WrittenSnapshot | Unchanged | { channel: string; documents: [] }) => void;

/** A socket's request to subscribe. */
export interface SubscriptionRequest {
  name: string;
  params: unknown;
  /** The digest of its documents; undefined if it has none. */
  holds: string | undefined;
}

/** The sockets' subscriptions: to views, and to gates in front of views with restricted access. */
export class Subscriptions {
  readonly #context: GateContext;
  readonly #gates = new Map<string, Gate>();
  /** The gates at which a socket subscribed, admitted or not. */
  readonly #gatesOf = new WeakMap<LiveSocket, Set<Gate>>();

  constructor(context: GateContext) {
    this.#context = context;
  }

  /** @throws ContractError `404`, `validation-error`, `limit-reached`, or an internal error */
  async subscribe(socket: LiveSocket, request: SubscriptionRequest, answer: Answer): Promise<void> {
    const query = queryOf(request.name, request.params, socket.data.account?.userId);
    const name = request.name as PublicationName; // it has a query
    if (!query) return answer({ channel: name, documents: [] });
    const channel = channelOf(name, query);
    const { channels } = socket.data;
    if (!channels.has(channel) && channels.size >= limits.openSubscriptions) {
      throw new ContractError(
        'limit-reached',
        `A connection may have at most ${limits.openSubscriptions} subscriptions`,
      );
    }
    channels.add(channel);
    try {
      await this.#follow(socket, request, channel, query, answer);
    } finally {
      this.#count(socket, channel); // it may have failed, or have ended in the meantime
    }
  }

  async #follow(
    socket: LiveSocket,
    { name: given, params, holds }: SubscriptionRequest,
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

  /** Does nothing for a channel without a subscription. */
  unsubscribe(socket: LiveSocket, channel: string): void {
    const gate = this.#gates.get(channel);
    const view = this.#context.views.get(channel);
    if (gate) {
      gate.unsubscribe(socket);
      this.#tidy(socket, channel, gate);
    } else if (view && this.#context.views.release(view, socket)) socket.leave(channel);
    this.#count(socket, channel);
  }

  /** Call it when a socket has closed. */
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
    // In one tick: earlier writes are in the snapshot, and later ones come after it.
    if (view.subscribers.has(socket)) socket.join(channel); // it may have unsubscribed in the meantime
    answer(snapshotOf(channel, view.json, holds));
  }

  /** A socket's channels are those with at least one hold. */
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

/** Call it in the tick of sending: the documents may have changed since they were admitted. */
function snapshotOf(
  channel: string,
  documents: Json,
  holds: string | undefined,
): WrittenSnapshot | Unchanged {
  return documents.isHeld(holds) ? { channel, unchanged: true } : { channel, documents };
}
