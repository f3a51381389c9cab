import type { Open } from '../asker.ts';

/** In a page: socket.io-client's own bundle, of which `io` is global. */
export const overPageSocketio: Open = (url, options) =>
  new Promise((ready, refuse) => {
    interface Socket {
      io: { engine: { transport: { name: string }; once(event: 'upgrade', listener: () => void): void } };
      once(event: string, listener: (error: Error) => void): void;
      emit(...args: unknown[]): void;
      disconnect(): void;
    }
    const { io } = globalThis as unknown as { io(url: string, options: object): Socket };
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
