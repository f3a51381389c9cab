import type { Socket } from 'node:net';
import type { Receiver } from '@meteor-vs-mean/guards';
import type { Response } from 'express';
import type { Recipient } from '../hooks.ts';
import type { LiveSocket } from '../live/socket.ts';

/** Engine.io's connection, which its types don't fully declare. */
interface Connection {
  readonly readyState: string;
  readonly writeBuffer: readonly unknown[];
  readonly transport: {
    readonly writable: boolean;
    /** Only for a websocket. */
    readonly socket?: { readonly _socket?: Socket };
  };
  close(discard?: boolean): void;
}

export function receiverOf(to: Recipient): Receiver {
  return 'conn' in to ? ofSocket(to) : ofResponse(to);
}

function ofSocket(socket: LiveSocket): Receiver {
  const connection = socket.conn as unknown as Connection;
  return {
    key: socket,
    name: `socket ${socket.id}`,
    get isGone() {
      return !socket.connected || connection.readyState !== 'open';
    },
    get hasTaken() {
      return connection.writeBuffer.length === 0 && connection.transport.writable;
    },
    get connection() {
      return connection.transport.socket?._socket;
    },
    get queued() {
      return connection.writeBuffer.length;
    },
    cut: () => connection.close(true),
  };
}

/** On one connection answers are sent in the order of the requests, so admit them in that order. */
function ofResponse(response: Response): Receiver {
  const connection = response.req.socket;
  return {
    key: connection,
    name: `${connection.remoteAddress}`,
    get isGone() {
      return response.closed || connection.destroyed;
    },
    get hasTaken() {
      return response.writableFinished;
    },
    connection,
    // All data is in the connection, or behind another answer there.
    queued: 0,
    cut: () => connection.destroy(),
  };
}
