import { InjectionToken } from '@angular/core';
import type { ClientToServerEvents, ServerToClientEvents } from '@meteor-vs-mean/contract';
import { io, type Socket } from 'socket.io-client';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** This page's only connection, to the server that sent the page. */
export const liveSocket = new InjectionToken<LiveSocket>('liveSocket', {
  providedIn: 'root',
  factory: () => {
    const socket: LiveSocket = io({
      // WebSocket first; long polling only if a proxy rejects WebSocket.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      timeout: 4000,
      reconnectionDelay: 500,
      reconnectionDelayMax: 3000,
    });
    // Also if a proxy drops WebSocket silently.
    socket.on('connect_error', ({ message }) => {
      if (message === 'timeout') socket.io.opts.transports = ['polling', 'websocket'];
    });
    // The network is back: don't wait for the next attempt.
    addEventListener('online', () => {
      if (!socket.connected) socket.disconnect().connect();
    });
    return socket;
  },
});

/** The delay before a failed request is repeated. */
const pause_ms = 2000;

/** Repeats a request after a delay, unless its connection was lost, because the next one repeats it anyway. */
export function askAgain(socket: LiveSocket, connection: string | undefined, ask: () => void): void {
  setTimeout(() => {
    if (connection !== undefined && connection === socket.id) ask();
  }, pause_ms);
}
