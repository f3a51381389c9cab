import { io } from 'socket.io-client';
import type { Open } from '../asker.ts';

/** From Node: socket.io-client. */
export const overSocketio: Open = (url, options) =>
  new Promise((ready, refuse) => {
    const socket = io(url, { ...options, forceNew: true, reconnection: false });
    socket.once('connect_error', refuse);
    socket.once('connect', () =>
      ready({
        ask: (id) =>
          new Promise((resolve, reject) => {
            socket.emit('get', 'messages', id, (error: Error | null, answer: { id: unknown }) => {
              if (error) reject(new Error(error.message));
              else resolve(answer.id);
            });
          }),
        close: () => socket.disconnect(),
      }),
    );
  });
