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

/** Engine.io's, of which its types say less. */
interface Connection {
  readonly request: IncomingMessage;
  once(event: 'close', listener: () => void): unknown;
}

/** Decides which connections Socket.io may open. */
export class Handshakes {
  /** For Socket.io. */
  readonly options: Partial<ServerOptions>;
  readonly #config: GuardConfig;
  readonly #open: OpenConnections;
  /** Addresses whose handshakes are under way, by request. */
  readonly #addresses = new WeakMap<IncomingMessage, string>();

  constructor(config: GuardConfig) {
    this.#config = config;
    this.#open = new OpenConnections(config.connectionsPerAddress);
    this.options = {
      parser: { ...parser, Decoder: GuardingDecoder },
      maxHttpBufferSize: longestMessage,
      // A client that opens a connection and doesn't ask for a socket costs memory for nothing.
      connectTimeout: 5000,
      allowRequest: (request, allow) => {
        // Any page may read what is answered as a script, whatever its origin. Engine.io does so for a `j`.
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

  /** Counts the connections of each address until they close. @param opened gets each with its address */
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
    // Engine.io makes a connection of it before the loop turns, or never.
    setImmediate(() => {
      if (this.#addresses.delete(request)) this.#open.close(address);
    });
    return true;
  }
}
