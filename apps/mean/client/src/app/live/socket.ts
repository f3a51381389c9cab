import { InjectionToken } from '@angular/core';
import type { ClientToServerEvents, ServerToClientEvents } from '@meteor-vs-mean/contract';
import { io, type Socket } from 'socket.io-client';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** The one connection of this page, to the server that it came from. */
export const liveSocket = new InjectionToken<LiveSocket>('liveSocket', {
  providedIn: 'root',
  factory: () => {
    const socket: LiveSocket = io({
      // At once by WebSocket; long polling only where a proxy refuses that.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      timeout: 4000,
      reconnectionDelay: 500,
      reconnectionDelayMax: 3000,
    });
    // Or where a proxy swallows it, which no error tells.
    socket.on('connect_error', ({ message }) => {
      if (message === 'timeout') socket.io.opts.transports = ['polling', 'websocket'];
    });
    // The browser knows that the network is back: no need to wait for the next attempt.
    addEventListener('online', () => {
      if (!socket.connected) socket.disconnect().connect();
    });
    return socket;
  },
});

/** How long to wait before the server is asked again for what it should have answered. */
const pause_ms = 2000;

/** Asks again in a while, unless the connection that the question was for is gone: the next one asks by itself. */
export function askAgain(socket: LiveSocket, connection: string | undefined, ask: () => void): void {
  setTimeout(() => {
    if (connection !== undefined && connection === socket.id) ask();
  }, pause_ms);
}
