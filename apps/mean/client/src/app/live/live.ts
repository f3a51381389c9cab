import { effect, Injectable, inject, type Signal, signal, TransferState, untracked } from '@angular/core';
import {
  ContractError,
  fromWire,
  type InputOf,
  type MethodName,
  type ParamsOf,
  type ParsedInputOf,
  type PublicationName,
  type Reply,
  type ResultOf,
  sentences,
  toWire,
} from '@meteor-vs-mean/contract';
import { Session } from '../accounts/session';
import { effectsOf, type WriteName } from './effects';
import { Outbox } from './outbox';
import { Overlay, type Row, type Write } from './overlay';
import { askAgain, liveSocket } from './socket';
import type { CollectionOf, Subscription } from './subscription';
import { Subscriptions } from './subscriptions';

/** A subscription as a page uses it: it follows the page's parameters, and ends with the page. */
export interface LiveQuery<Name extends PublicationName> {
  rows: Signal<readonly Row<CollectionOf<Name>>[]>;
  /** What the server has, without what was done here only. */
  stored: Signal<readonly Row<CollectionOf<Name>>[]>;
  isReady: Signal<boolean>;
  /** What the rows are of: for a moment, what the page had before. */
  params: Signal<ParamsOf<Name> | undefined>;
}

/** How long an acknowledged write is waited for: one that changes nothing brings no change. */
const patience_ms = 2000;

/** The server's state in this page, and what is done here, at once. */
@Injectable({ providedIn: 'root' })
export class Live {
  readonly isOnline: Signal<boolean>;
  /** What was refused last, and why. */
  readonly notice: Signal<string | undefined>;
  /** The text of what was refused, until it is dismissed. */
  readonly kept: Signal<readonly string[]>;
  /** Changes with each connection. */
  readonly connectionNumber: Signal<number>;
  readonly #socket = inject(liveSocket);
  readonly #session = inject(Session);
  readonly #isOnline = signal(false);
  readonly #notice = signal<string | undefined>(undefined, { equal: () => false }); // told again, it is said again
  readonly #kept = signal<readonly string[]>([]);
  readonly #connectionNumber = signal(0);
  readonly #overlay = new Overlay();
  readonly #subscriptions: Subscriptions;
  readonly #outbox: Outbox;
  /** The id of the connection that is known to be the account's. */
  #ownConnection: string | undefined;

  constructor() {
    this.isOnline = this.#isOnline.asReadonly();
    this.notice = this.#notice.asReadonly();
    this.kept = this.#kept.asReadonly();
    this.connectionNumber = this.#connectionNumber.asReadonly();
    this.#subscriptions = new Subscriptions({
      socket: this.#socket,
      overlay: this.#overlay,
      transferState: inject(TransferState),
      notify: (text) => this.notify(text),
    });
    this.#outbox = new Outbox({
      send: (write) => {
        if (!this.#isOwn())
          throw new Error('Whose connection this is must be known before anything is written');
        return this.#emit(write.method, write.input);
      },
      acknowledged: (write) => this.#acknowledged(write),
      refused: (write, reason) => this.#refused(write, reason),
    });
    this.#session.listen({ leaving: () => this.#drain(), changed: () => this.#beginAnew() });
    this.#listen();
  }

  /** Tells the reader. */
  notify(text: string): void {
    this.#notice.set(text);
  }

  dismiss(): void {
    this.#notice.set(undefined);
    this.#kept.set([]);
  }

  /** Whether all that was done here is on the server. */
  isSettled(): boolean {
    return this.#outbox.isEmpty;
  }

  /**
   * Does it here at once, and on the server as soon as it can; what is done first is sent first.
   * If the server refuses, it is undone and `notice` says why.
   */
  write<Name extends WriteName>(method: Name, input: InputOf<Name>): void {
    const effects = effectsOf(method, input as ParsedInputOf<Name>, {
      shown: (collection) => this.#subscriptions.shown(collection),
      account: this.#session.account(),
    });
    this.#outbox.add(this.#overlay.add(method, input, effects));
    if (this.#isOwn()) void this.#outbox.flush();
  }

  /**
   * Asks the server now or not at all.
   * @throws ContractError if it refuses, Error without a connection
   */
  async call<Name extends MethodName>(method: Name, input: InputOf<Name>): Promise<ResultOf<Name>> {
    const reply = await this.#emit(method, input);
    if ('error' in reply) throw new ContractError(reply.error.code, reply.error.message);
    return fromWire(reply.result as never);
  }

  /**
   * In an injection context: the subscription ends with it.
   * @param params may change; undefined means nothing to subscribe to
   */
  query<Name extends PublicationName>(name: Name, params: () => ParamsOf<Name> | undefined): LiveQuery<Name> {
    const held = signal<Subscription<Name> | undefined>(undefined);
    effect((onCleanup) => {
      const wanted = params();
      untracked(() => {
        const subscription = wanted && this.hold(name, wanted);
        held.set(subscription);
        if (subscription) onCleanup(() => this.release(subscription));
      });
    });
    return {
      rows: () => held()?.rows() ?? [],
      stored: () => held()?.stored() ?? [],
      isReady: () => held()?.isReady() ?? false,
      params: () => held()?.params,
    } as LiveQuery<Name>;
  }

  /** Subscribes, or shares the subscription that there is. It must be released as many times. */
  hold<Name extends PublicationName>(name: Name, params: ParamsOf<Name>): Subscription<Name> {
    return this.#subscriptions.hold(name, params);
  }

  release<Name extends PublicationName>(subscription: Subscription<Name>): void {
    this.#subscriptions.release(subscription);
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('connect', () => {
      this.#isOnline.set(true);
      this.#connectionNumber.update((number) => number + 1);
      void this.#identify();
    });
    socket.on('disconnect', (reason) => {
      this.#isOnline.set(false);
      // Once a heartbeat is overdue Socket.io keeps what is emitted, and sends it on the next connection, which may be
      // of another account. With its buffer empty it tells those who wait that the connection is lost.
      socket.sendBuffer.length = 0;
      if (reason === 'io server disconnect') void this.#comeBack();
    });
    if (socket.connected) this.#isOnline.set(true);
    // What waits is in memory only: the browser asks before the page is closed.
    addEventListener('beforeunload', (event) => {
      if (!this.isSettled()) event.preventDefault();
    });
  }

  /**
   * Asks whose the new connection is, before anything is written on it: while there was none, the session may have
   * ended, or another page of this browser may have begun one. The first connection is mostly made when the page has
   * just asked.
   */
  async #identify(): Promise<void> {
    const connection = this.#socket.id;
    try {
      await (this.#connectionNumber() === 1 ? this.#session.asked() : this.#session.refresh());
    } catch {
      askAgain(this.#socket, connection, () => void this.#identify());
      return;
    }
    if (!connection || connection !== this.#socket.id) return;
    this.#ownConnection = connection;
    void this.#outbox.flush();
  }

  #isOwn(): boolean {
    return this.#socket.connected && this.#ownConnection === this.#socket.id;
  }

  /**
   * The server said goodbye: because the session has ended, or because this page read too slowly. Socket.io would leave
   * it at that.
   */
  async #comeBack(): Promise<void> {
    await this.#session.refresh().catch(() => {}); // asked again by the next connection
    setTimeout(() => {
      if (!this.#socket.active) this.#socket.connect();
    }, 1000);
  }

  /** Resolves when all that was done is on the server, or can't be brought there in a moment. */
  async #drain(): Promise<void> {
    if (!this.#isOwn()) return;
    const impatience = new Promise<void>((resolve) => setTimeout(resolve, patience_ms));
    await Promise.race([this.#outbox.flush(), impatience]);
  }

  /** Another account's turn: nothing of the one before may be shown or sent. The new handshake tells who it is. */
  #beginAnew(): void {
    this.#ownConnection = undefined;
    for (const write of this.#outbox.clear()) this.#refused(write, sentences.notSent);
    this.#overlay.clear();
    this.#socket.disconnect();
    this.#subscriptions.forget();
    this.#socket.connect();
  }

  async #emit(method: MethodName, input: object): Promise<Reply<unknown>> {
    if (!this.#socket.connected) throw new Error('There is no connection');
    return this.#socket.emitWithAck(method, toWire(input) as never) as Promise<Reply<unknown>>;
  }

  #acknowledged(write: Write): void {
    this.#overlay.acknowledge(write);
    setTimeout(() => this.#overlay.remove(write), patience_ms);
  }

  #refused(write: Write, reason: string): void {
    this.#overlay.remove(write);
    this.#notice.set(reason);
    const text = textOf(write);
    if (text !== undefined) this.#kept.update((kept) => [...kept, text]);
  }
}

/** What a person typed for it. */
function textOf({ input }: Write): string | undefined {
  const { text, name } = input as { text?: string; name?: string };
  return text ?? name;
}
