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

/** A page's subscription: it follows the page's parameters, and ends with the page. */
export interface LiveQuery<Name extends PublicationName> {
  rows: Signal<readonly Row<CollectionOf<Name>>[]>;
  /** The server's documents, without local changes. */
  stored: Signal<readonly Row<CollectionOf<Name>>[]>;
  isReady: Signal<boolean>;
  /** The parameters of the current rows, which may be the previous ones for a moment. */
  params: Signal<ParamsOf<Name> | undefined>;
}

/** How long an acknowledged write waits for its change, because a write without effect never gets one. */
const wait_ms = 2000;

/** The server's state on this page, with local changes applied at once. */
@Injectable({ providedIn: 'root' })
export class Live {
  readonly isOnline: Signal<boolean>;
  /** The last rejected write, and why. */
  readonly notice: Signal<string | undefined>;
  /** The text of rejected writes, until dismissed. */
  readonly kept: Signal<readonly string[]>;
  /** Changes with each connection. */
  readonly connectionNumber: Signal<number>;
  readonly #socket = inject(liveSocket);
  readonly #session = inject(Session);
  readonly #isOnline = signal(false);
  readonly #notice = signal<string | undefined>(undefined, { equal: () => false }); // a repeated notice is read again
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
          throw new Error('The account of this connection must be known before anything is written');
        return this.#emit(write.method, write.input);
      },
      acknowledged: (write) => this.#acknowledged(write),
      refused: (write, reason) => this.#refused(write, reason),
    });
    this.#session.listen({ leaving: () => this.#drain(), changed: () => this.#reset() });
    this.#listen();
  }

  /** Shows a notice. */
  notify(text: string): void {
    this.#notice.set(text);
  }

  dismiss(): void {
    this.#notice.set(undefined);
    this.#kept.set([]);
  }

  /** Whether all local writes are on the server. */
  isSettled(): boolean {
    return this.#outbox.isEmpty;
  }

  /**
   * Applies a write locally at once, and sends it in order as soon as possible. If the server rejects it, the write is
   * undone and `notice` shows the reason.
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
   * Calls a method now, without retries.
   * @throws ContractError if the server rejects it, Error while offline
   */
  async call<Name extends MethodName>(method: Name, input: InputOf<Name>): Promise<ResultOf<Name>> {
    const reply = await this.#emit(method, input);
    if ('error' in reply) throw new ContractError(reply.error.code, reply.error.message);
    return fromWire(reply.result as never);
  }

  /**
   * Subscribes in an injection context, with which the subscription ends.
   * @param params may change; undefined: no subscription
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

  /** Subscribes, or shares an existing subscription, which must be released. */
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
      // While a heartbeat is overdue Socket.io keeps new messages for the next connection, which may be of another
      // account. Emptying its buffer rejects them instead.
      socket.sendBuffer.length = 0;
      if (reason === 'io server disconnect') void this.#reconnect();
    });
    if (socket.connected) this.#isOnline.set(true);
    // Unsent writes are only in memory, so the browser asks before the page is closed.
    addEventListener('beforeunload', (event) => {
      if (!this.isSettled()) event.preventDefault();
    });
  }

  /**
   * Asks for the account of a new connection before anything is written on it: while offline, the session may have
   * ended, or another page of this browser may have started one. The first connection usually follows a recent
   * request.
   */
  async #identify(): Promise<void> {
    const connection = this.#socket.id;
    try {
      await (this.#connectionNumber() === 1 ? this.#session.recent() : this.#session.refresh());
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
   * The server closed the connection, because the session has ended or this page read too slowly. Socket.io doesn't
   * reconnect by itself then.
   */
  async #reconnect(): Promise<void> {
    await this.#session.refresh().catch(() => {}); // the next connection asks again
    setTimeout(() => {
      if (!this.#socket.active) this.#socket.connect();
    }, 1000);
  }

  /** Resolves when all writes are on the server, or after a moment. */
  async #drain(): Promise<void> {
    if (!this.#isOwn()) return;
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, wait_ms));
    await Promise.race([this.#outbox.flush(), timeout]);
  }

  /**
   * The account has changed: nothing of the previous one may be shown or sent. The new handshake has the new cookie.
   */
  #reset(): void {
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
    setTimeout(() => this.#overlay.remove(write), wait_ms);
  }

  #refused(write: Write, reason: string): void {
    this.#overlay.remove(write);
    this.#notice.set(reason);
    const text = textOf(write);
    if (text !== undefined) this.#kept.update((kept) => [...kept, text]);
  }
}

/** The text that the user typed for the write. */
function textOf({ input }: Write): string | undefined {
  const { text, name } = input as { text?: string; name?: string };
  return text ?? name;
}
