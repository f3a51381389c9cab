import type { IncomingMessage } from 'node:http';
import {
  addressOf,
  isOwnName,
  isOwnOrigin,
  longestMessage,
  OpenConnections,
  quotaKey,
} from '@meteor-vs-mean/guards';
import type { ServerOptions } from 'socket.io';
import { parser } from '../live/parser.ts';
import type { LiveServer } from '../live/socket.ts';
import type { GuardConfig } from './config.ts';
import { GuardingDecoder } from './decoder.ts';

/** Engine.io's connection, which its types don't fully declare. */
interface Connection {
  readonly request: IncomingMessage;
  once(event: 'close', listener: () => void): unknown;
}

/** Decides which connections Socket.io may open. */
export class Handshakes {
  /** For Socket.io's option `allowRequest`. */
  readonly options: Partial<ServerOptions>;
  readonly #config: GuardConfig;
  readonly #open: OpenConnections;
  /** Addresses of handshakes in progress, by request. */
  readonly #addresses = new WeakMap<IncomingMessage, string>();

  constructor(config: GuardConfig) {
    this.#config = config;
    this.#open = new OpenConnections(config.connectionsPerAddress);
    this.options = {
      parser: { ...parser, Decoder: GuardingDecoder },
      maxHttpBufferSize: longestMessage,
      // A connection without a socket would only use memory.
      connectTimeout: 5000,
      allowRequest: (request, allow) => {
        // Any page could read the answer as a script (JSONP), whatever its origin. Engine.io does so for a `j`.
        const { _query: query } = request as typeof request & { _query: object };
        if ('j' in query || !this.isAllowed(request)) return allow('not-authorized', false);
        allow('too-many-requests', this.#admit(request));
      },
    };
  }

  isAllowed({ headers }: IncomingMessage): boolean {
    const { origins } = this.#config;
    return isOwnOrigin(headers, origins) && isOwnName(headers, origins);
  }

  /** Counts each address's open connections. @param opened gets each connection with its address */
  follow({ engine }: LiveServer, opened: (connection: object, address: string) => void): void {
    engine.on('connection', (connection: Connection) => {
      const address = this.#addresses.get(connection.request);
      if (address === undefined) return;
      this.#addresses.delete(connection.request);
      connection.once('close', () => this.#open.close(address));
      opened(connection, address);
    });
  }

  #admit(request: IncomingMessage): boolean {
    const { headers, socket } = request;
    const forwarded = headers['x-forwarded-for'] as string | undefined;
    const address = quotaKey(addressOf(socket.remoteAddress, forwarded, this.#config.forwardedCount));
    if (!this.#open.open(address)) return false;
    this.#addresses.set(request, address);
    // Engine.io opens the connection in this tick or never.
    setImmediate(() => {
      if (this.#addresses.delete(request)) this.#open.close(address);
    });
    return true;
  }
}
