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
      reconnectionDelay: 500,
      reconnectionDelayMax: 3000,
    });
    // The browser knows that the network is back: no need to wait for the next attempt.
    addEventListener('online', () => {
      if (!socket.connected) socket.disconnect().connect();
    });
    return socket;
  },
});
