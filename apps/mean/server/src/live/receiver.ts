import type { ServerResponse } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import type { LiveSocket } from './socket.ts';

/** Who is sent something large. */
export interface Receiver {
  /** Receivers of one key are one. */
  readonly key: object;
  /** For the log. */
  readonly name: string;
  readonly isGone: boolean;
  /** Whatever it was sent the operating system has. */
  readonly hasTaken: boolean;
  /** Over which it is sent what it gets, if that is always the same one. */
  readonly connection: NetSocket | undefined;
  /** Packets that wait for it outside of any connection. */
  readonly queued: number;
  cut(): void;
}

/** Engine.io's, of which its types say less. */
interface Connection {
  readonly readyState: string;
  readonly writeBuffer: readonly unknown[];
  readonly transport: {
    readonly writable: boolean;
    /** Of a websocket. */
    readonly socket?: { readonly _socket?: NetSocket };
  };
  close(discard?: boolean): void;
}

/** A client of Socket.io. */
export class SocketReceiver implements Receiver {
  readonly key: LiveSocket;

  constructor(socket: LiveSocket) {
    this.key = socket;
  }

  get name(): string {
    return `socket ${this.key.id}`;
  }

  get isGone(): boolean {
    return !this.key.connected || this.#connection.readyState !== 'open';
  }

  get hasTaken(): boolean {
    const { writeBuffer, transport } = this.#connection;
    return writeBuffer.length === 0 && transport.writable;
  }

  get connection(): NetSocket | undefined {
    return this.#connection.transport.socket?._socket;
  }

  get queued(): number {
    return this.#connection.writeBuffer.length;
  }

  cut(): void {
    this.#connection.close(true);
  }

  get #connection(): Connection {
    return this.key.conn as unknown as Connection;
  }
}

/** Who asked over HTTP. On one connection answers go in the order of the requests: admit them in that order. */
export class ResponseReceiver implements Receiver {
  readonly key: NetSocket;
  /** All of it is in its connection, or behind another answer there. */
  readonly queued = 0;
  readonly connection: NetSocket;
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.key = response.req.socket;
    this.connection = this.key;
    this.#response = response;
  }

  get name(): string {
    return `${this.key.remoteAddress}`;
  }

  get isGone(): boolean {
    return this.#response.closed || this.key.destroyed;
  }

  get hasTaken(): boolean {
    return this.#response.writableFinished;
  }

  cut(): void {
    this.key.destroy();
  }
}
