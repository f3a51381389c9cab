import type { Reply } from '@meteor-vs-mean/contract';
import type { LiveSocket } from './socket';

/** A message that isn't answered yet. */
export interface Sent {
  event: string;
  args: unknown[];
  answer(result: unknown): Promise<void>;
  refuse(code: string, message?: string): Promise<void>;
}

type Callback = (reply: Reply<unknown>) => void;

/** Lets promise callbacks run. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The server's end of the socket, for tests. */
export class FakeSocket {
  connected = false;
  /** Connected, or trying to connect. */
  active = true;
  id: string | undefined;
  /** Unanswered messages, in order. */
  sent: Sent[] = [];
  /** The heartbeat is overdue: Socket.io silently keeps new messages for the next connection. */
  isOverdue = false;
  /** The kept messages, as functions that send them. */
  sendBuffer: (() => void)[] = [];
  readonly #listeners = new Map<string, ((...args: never[]) => void)[]>();
  /** The rejections of unanswered messages. */
  readonly #waiting = new Map<() => void, (error: Error) => void>();
  /** Callbacks that wait for the next message. */
  readonly #awaiting = new Set<() => void>();
  #connections = 0;

  get socket(): LiveSocket {
    return this as unknown as LiveSocket;
  }

  on(event: string, listener: (...args: never[]) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  emit(event: string, ...args: unknown[]): void {
    const isAsking = typeof args.at(-1) === 'function';
    if (isAsking) this.#mustBeConnected();
    this.#sendOrKeep(event, args, isAsking ? (args.pop() as Callback) : () => {});
  }

  emitWithAck(event: string, ...args: unknown[]): Promise<Reply<unknown>> {
    this.#mustBeConnected();
    return new Promise((resolve, reject) => this.#sendOrKeep(event, args, resolve, reject));
  }

  async connect(): Promise<void> {
    this.active = true;
    this.connected = true;
    this.id = `connection-${++this.#connections}`;
    for (const send of this.sendBuffer.splice(0)) send();
    await this.receive('connect');
  }

  /** Disconnects like the page. */
  disconnect(): void {
    this.active = false;
    void this.lose('io client disconnect');
  }

  /** Disconnects like the server. */
  async dismiss(): Promise<void> {
    this.active = false;
    await this.lose('io server disconnect');
  }

  /** Loses the connection: unanswered messages stay unanswered. */
  async lose(reason = 'transport close'): Promise<void> {
    this.connected = false;
    this.isOverdue = false;
    this.id = undefined;
    this.sent = [];
    for (const listener of this.#listeners.get('disconnect') ?? []) listener(reason as never);
    for (const [send, reject] of this.#waiting) {
      if (this.sendBuffer.includes(send)) continue;
      this.#waiting.delete(send);
      reject(new Error('socket has been disconnected'));
    }
    await settle();
  }

  async receive(event: string, ...args: unknown[]): Promise<void> {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(args as never[]));
    await settle();
  }

  /** Takes the oldest unanswered message of an event. */
  take(event: string): Sent {
    const index = this.sent.findIndex((each) => each.event === event);
    const [sent] = index < 0 ? [] : this.sent.splice(index, 1);
    if (!sent) throw new Error(`No ${event} among: ${this.events.join(', ') || 'nothing'}`);
    return sent;
  }

  /** Like `take`, but waits until it is sent. */
  async taken(event: string): Promise<Sent> {
    while (!this.events.includes(event)) {
      await new Promise<void>((resolve) => this.#awaiting.add(resolve));
    }
    return this.take(event);
  }

  get events(): string[] {
    return this.sent.map(({ event }) => event);
  }

  #mustBeConnected(): void {
    if (!this.connected)
      throw new Error('Socket.io would keep it and send it later, so it would be sent twice');
  }

  #sendOrKeep(event: string, args: unknown[], callback: Callback, reject?: (error: Error) => void): void {
    const send = () => this.#send(event, args, callback);
    if (reject) this.#waiting.set(send, reject);
    if (this.isOverdue) this.sendBuffer.push(send);
    else send();
  }

  #send(event: string, args: unknown[], callback: Callback): void {
    const connection = this.id;
    const reply: Callback = (given) => {
      if (connection === this.id) callback(given); // Socket.io drops the callbacks of a lost connection
    };
    this.sent.push({
      event,
      args,
      answer: (result) => {
        reply({ result } as Reply<unknown>);
        return settle();
      },
      refuse: (code, message = code) => {
        reply({ error: { code, message } } as Reply<unknown>);
        return settle();
      },
    });
    for (const go of this.#awaiting) go();
    this.#awaiting.clear();
  }
}
