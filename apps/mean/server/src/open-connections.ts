import type { IncomingMessage } from 'node:http';
import { addressOf, quotaKey } from './address.ts';

/** Engine.io's, of which its types say less. */
interface Connection {
  readonly request: IncomingMessage;
  once(event: 'close', listener: () => void): unknown;
}

/** Counts each address's live connections, over whichever transport, from their handshakes on. */
export class OpenConnections {
  readonly #most: number;
  readonly #forwardedCount: number;
  /** By address. */
  readonly #counts = new Map<string, number>();
  /** Whose handshakes are under way, by request. */
  readonly #addresses = new WeakMap<IncomingMessage, string>();

  /**
   * @param most connections of one address at one time
   * @param forwardedCount how many proxies in front say who asks
   */
  constructor(most: number, forwardedCount: number) {
    this.#most = most;
    this.#forwardedCount = forwardedCount;
  }

  /** Counts a handshake in. @returns false if its address has as many connections as it may */
  admit(request: IncomingMessage): boolean {
    const address = quotaKey(addressOf(request, this.#forwardedCount));
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#most) return false;
    this.#counts.set(address, count + 1);
    this.#addresses.set(request, address);
    // Engine.io makes a connection of it before the loop turns, or never.
    setImmediate(() => {
      if (this.#addresses.delete(request)) this.#release(address);
    });
    return true;
  }

  /** Takes a connection over from its handshake, until it closes. */
  follow(connection: Connection): void {
    const address = this.#addresses.get(connection.request);
    if (address === undefined) return;
    this.#addresses.delete(connection.request);
    connection.once('close', () => this.#release(address));
  }

  #release(address: string): void {
    const count = this.#counts.get(address) ?? 0;
    if (count > 1) this.#counts.set(address, count - 1);
    else this.#counts.delete(address);
  }
}
