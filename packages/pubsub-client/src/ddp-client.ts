import ejson from 'ejson';
import { BaseClient } from './base-client.ts';
import type { ConnectOptions, DdpLogin, Reconnection, Subscription, Transport } from './client.ts';
import { loginParameters, type Message, serverError, toEjson } from './ddp-message.ts';
import { DdpSocket } from './ddp-socket.ts';
import { PubSubError } from './error.ts';
import { Heartbeat } from './heartbeat.ts';
import { Pending } from './pending.ts';

const firstRetry_ms = 100;
const longestRetry_ms = 2000;

interface MadeSubscription {
  id: string;
  name: string;
  params: unknown[];
}

/** DDP version 1. */
export class DdpClient extends BaseClient {
  readonly transport: Transport;
  readonly #pending: Pending;
  readonly #subscriptions = new Map<string, MadeSubscription>();
  #login: DdpLogin | undefined;
  #socket: DdpSocket | undefined;
  #heartbeat: Heartbeat | undefined;
  #nextId = 1;
  #onClosed: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;
  #attempts = 0;
  /** How long a connection that this client cut stays away. */
  #away_ms: number | undefined;

  constructor(options: ConnectOptions) {
    super(options);
    this.transport = options.transport;
    this.#login = options.login as DdpLogin | undefined;
    this.#pending = new Pending(this.timeout_ms);
  }

  protected opened(): void {
    this.inbox.holdForAwaiting();
  }

  async subscribe(name: string, ...params: unknown[]): Promise<Subscription> {
    this.mustBeUsable(`subscribe to ${name}`);
    const made: MadeSubscription = { id: this.#id(), name, params };
    this.#subscriptions.set(made.id, made);
    try {
      await this.#sub(made);
    } catch (error) {
      this.#subscriptions.delete(made.id);
      throw error;
    }
    return { name, stop: () => this.#unsub(made) };
  }

  send(name: string, ...params: unknown[]): void {
    this.mustBeUsable(`call ${name}`);
    // The result will still arrive, and nobody waits for it.
    this.#send({ msg: 'method', method: name, params: toEjson(params), id: this.#id() });
  }

  protected drop(away_ms: number): void {
    this.#away_ms = away_ms;
    this.#socket?.abandon(new PubSubError('disconnected', `${this.url}: cut by this client`));
  }

  protected end(done: () => void): void {
    clearTimeout(this.#retry);
    if (this.#socket === undefined) done();
    else {
      this.#onClosed = done;
      this.#socket.close();
    }
    this.#pending.rejectAll(new PubSubError('closed', `${this.url}: closed by this client`));
  }

  protected async establish(): Promise<void> {
    const { transport, compression = true, headers, tls, localAddress, heartbeat_ms } = this.options;
    const { url } = this;
    const sockjs = transport === 'ddp-sockjs';
    const connected = this.#pending.wait('connect', 'the DDP message `connect`', url);
    const socket = new DdpSocket(
      { url, sockjs, compression, headers, tls, localAddress },
      {
        onOpen: () => {
          this.negotiated.extensions = socket.extensions;
          this.#send({ msg: 'connect', version: '1', support: ['1'] });
        },
        onMessage: this.#onMessage,
        onSign: () => this.#hear(),
        onClose: (error) => this.#onClose(socket, error),
      },
    );
    this.#socket = socket;
    await connected;
    this.#heartbeat = new Heartbeat(
      heartbeat_ms ?? 17_500,
      () => this.#send({ msg: 'ping' }),
      (silent_ms) =>
        socket.abandon(new PubSubError('timeout', `${url}: no message for ${silent_ms} ms, not even a pong`)),
    );
    if (this.#login !== undefined) await this.#logIn(this.#login);
  }

  async #logIn(login: DdpLogin): Promise<void> {
    const began_ms = performance.now();
    const answer = this.ask('login', [loginParameters(login)]).catch((error: PubSubError) => {
      throw error.isAnswer ? new PubSubError(error.code, `log-in: ${error.message}`, error) : error;
    });
    const result = (await answer) as { token?: string } | null;
    this.login_ms = performance.now() - began_ms;
    // Resuming with the token saves the server a password hash on reconnection.
    if (typeof result?.token === 'string') this.#login = { resume: result.token };
  }

  protected ask(name: string, params: unknown[]): Promise<unknown> {
    const id = this.#id();
    const answer = this.#pending.wait(id, `method ${name}`, this.url);
    this.#send({ msg: 'method', method: name, params: toEjson(params), id });
    return answer;
  }

  #sub(made: MadeSubscription): Promise<unknown> {
    const { id, name, params } = made;
    const answer = this.#pending.wait(id, `subscription ${name}`, this.url);
    this.#send({ msg: 'sub', id, name, params: toEjson(params) });
    return answer;
  }

  async #unsub(made: MadeSubscription): Promise<void> {
    if (!this.#subscriptions.delete(made.id) || !this.usable) return;
    const answer = this.#pending.wait(made.id, `the end of subscription ${made.name}`, this.url);
    this.#send({ msg: 'unsub', id: made.id });
    await answer;
  }

  #id(): string {
    return String(this.#nextId++);
  }

  #send(message: Record<string, unknown>): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #hear(): void {
    if (this.#heartbeat !== undefined) this.#heartbeat.heard = true;
  }

  readonly #onMessage = (text: string, at_ns: bigint): void => {
    this.#hear();
    let message: Message;
    try {
      message = JSON.parse(text);
    } catch {
      this.#garbage(text);
      return;
    }
    const msg = message?.msg;
    if (msg === 'added' || msg === 'changed' || msg === 'removed') {
      this.inbox.put({ event: msg, collection: message.collection as string, args: [message] }, at_ns);
    } else if (message !== null && typeof message === 'object') this.#onControl(message, at_ns);
    else this.#garbage(text);
  };

  /** Handles all messages but changes. Ignores unknown ones, as DDP's specification demands. */
  #onControl(message: Message, at_ns: bigint): void {
    const { msg, id } = message;
    switch (msg) {
      case 'ping':
        this.#send(id === undefined ? { msg: 'pong' } : { msg: 'pong', id });
        return;
      case 'connected':
        // The message was parsed in the requested framing, so the server uses it.
        this.negotiated.transport = this.transport;
        this.#pending.resolve('connect', undefined);
        return;
      case 'failed':
        this.#socket?.abandon(
          new PubSubError('protocol', `${this.url}: the server only speaks DDP ${message.version}`),
        );
        return;
      case 'ready':
        this.inbox.holdForAwaiting();
        for (const ready of message.subs ?? []) this.#pending.resolve(ready, undefined);
        return;
      case 'nosub':
        this.#onNosub(message, at_ns);
        return;
      case 'result':
        if (message.error !== undefined) this.#pending.reject(id as string, serverError(message.error));
        else this.#pending.resolve(id as string, ejson.fromJSONValue(message.result as never));
        return;
      case 'error': {
        // DDP names the message that it couldn't read; only that one gets no answer.
        const offending = message.offendingMessage?.id;
        if (offending !== undefined) {
          this.#pending.reject(
            offending,
            new PubSubError('protocol', String(message.reason), { isAnswer: true }),
          );
        }
      }
    }
  }

  #onNosub(message: Message, at_ns: bigint): void {
    const id = message.id as string;
    const made = this.#subscriptions.get(id);
    this.#subscriptions.delete(id);
    this.inbox.holdForAwaiting();
    if (this.#pending.has(id)) {
      // Either the answer to `unsub`, and the subscription is already gone, or the rejection of a new one.
      if (made === undefined) this.#pending.resolve(id, undefined);
      else if (message.error === undefined) {
        const ended = `the server ended subscription ${made.name}`;
        this.#pending.reject(id, new PubSubError('nosub', ended, { isAnswer: true }));
      } else this.#pending.reject(id, serverError(message.error));
    } else if (made !== undefined) this.inbox.put({ event: 'nosub', args: [message] }, at_ns);
  }

  #garbage(text: string): void {
    const seen = JSON.stringify(text.slice(0, 60));
    this.#socket?.abandon(new PubSubError('protocol', `${this.url}: not a DDP message: ${seen}`));
  }

  #onClose(socket: DdpSocket, error: PubSubError): void {
    if (this.#socket !== socket) return;
    this.#heartbeat?.stop();
    this.#heartbeat = undefined;
    this.#socket = undefined;
    const wasUsable = this.usable;
    this.usable = false;
    this.#pending.rejectAll(error);
    this.#onClosed?.();
    // While connecting, the rejected `connect` or `login` reports the error.
    if (!wasUsable) return;
    const away_ms = this.#away_ms;
    this.#away_ms = undefined;
    if (this.options.reconnect || away_ms !== undefined) {
      this.inbox.hold();
      this.inbox.drop();
      this.#reconnect(away_ms);
    }
    this.tellDisconnect(error.message);
  }

  /** Holds changes from the moment the connection is lost until every subscription is complete again. */
  #reconnect(wait_ms = backoff_ms(this.#attempts++)): void {
    this.#retry = setTimeout(async () => {
      const failures: Reconnection['failures'] = [];
      this.useNext();
      try {
        await this.establish();
        await Promise.all([...this.#subscriptions.values()].map((made) => this.#again(made, failures)));
      } catch (error) {
        this.#tryAgain(error as PubSubError);
        return;
      }
      this.usable = true;
      this.#attempts = 0;
      this.tellReconnect({ failures });
      this.inbox.release();
    }, wait_ms);
  }

  #tryAgain(error: PubSubError): void {
    if (this.closed !== undefined) return;
    this.#heartbeat?.stop();
    this.#heartbeat = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.abandon(error);
    this.#pending.rejectAll(error);
    this.inbox.drop();
    this.#reconnect();
  }

  async #again(made: MadeSubscription, failures: Reconnection['failures']): Promise<void> {
    try {
      await this.#sub(made);
      // Stopped in the meantime.
      if (!this.#subscriptions.has(made.id)) this.#send({ msg: 'unsub', id: made.id });
    } catch (error) {
      if (this.#socket === undefined) throw error;
      this.#subscriptions.delete(made.id);
      failures.push({ name: made.name, error: error as Error });
    }
  }
}

/**
 * The delay before a reconnection attempt: it doubles from 100 ms up to 2 s, with a random half so that a thousand
 * clients don't reconnect at once.
 * @param attempt 0 for the first
 */
function backoff_ms(attempt: number): number {
  const full_ms = Math.min(longestRetry_ms, firstRetry_ms * 2 ** Math.min(attempt, 10));
  return full_ms * (0.5 + Math.random() / 2);
}
