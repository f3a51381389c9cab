import type { Reply } from '@meteor-vs-mean/contract';
import type { LiveSocket } from './socket';

/** Something that was sent, and isn't answered yet. */
export interface Sent {
  event: string;
  args: unknown[];
  answer(result: unknown): Promise<void>;
  refuse(code: string, message?: string): Promise<void>;
}

type Callback = (reply: Reply<unknown>) => void;

/** Lets what waits for an answer go on. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The other end of the wire, for tests: they say what the server does, and when. */
export class FakeSocket {
  connected = false;
  /** It is connected, or tries to be. */
  active = true;
  id: string | undefined;
  /** Sent and not answered, in order. */
  sent: Sent[] = [];
  readonly #listeners = new Map<string, ((...args: never[]) => void)[]>();
  readonly #waiting = new Set<(error: Error) => void>();
  /** Who waits for the next that is sent. */
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
    this.#send(event, args, isAsking ? (args.pop() as Callback) : () => {});
  }

  emitWithAck(event: string, ...args: unknown[]): Promise<Reply<unknown>> {
    this.#mustBeConnected();
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      this.#send(event, args, resolve);
    });
  }

  async connect(): Promise<void> {
    this.active = true;
    this.connected = true;
    this.id = `connection-${++this.#connections}`;
    await this.receive('connect');
  }

  /** As the page does it. */
  disconnect(): void {
    this.active = false;
    void this.lose('io client disconnect');
  }

  /** As the server does it. */
  async dismiss(): Promise<void> {
    this.active = false;
    await this.lose('io server disconnect');
  }

  /** What wasn't answered never will be. */
  async lose(reason = 'transport close'): Promise<void> {
    this.connected = false;
    this.id = undefined;
    this.sent = [];
    for (const reject of this.#waiting) reject(new Error('socket has been disconnected'));
    this.#waiting.clear();
    await this.receive('disconnect', reason);
  }

  async receive(event: string, ...args: unknown[]): Promise<void> {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(args as never[]));
    await settle();
  }

  /** Takes the oldest of its kind that isn't answered. */
  take(event: string): Sent {
    const index = this.sent.findIndex((each) => each.event === event);
    const [sent] = index < 0 ? [] : this.sent.splice(index, 1);
    if (!sent) throw new Error(`No ${event} among: ${this.events.join(', ') || 'nothing'}`);
    return sent;
  }

  /** Takes it as `take`, as soon as it is sent. */
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
    if (!this.connected) throw new Error('Socket.io would keep it and send it later: twice, then');
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
