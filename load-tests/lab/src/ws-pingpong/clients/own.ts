/** A client with the runtime's own WebSocket: Node's (undici) or Bun's. */
import { servePlayer } from '../player.ts';

servePlayer(async (url, onMessage) => {
  const socket = new WebSocket(url);
  socket.addEventListener('message', ({ data }) => onMessage(data));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)), { once: true });
  });
  return {
    send: (text) => socket.send(text),
    close: () =>
      new Promise<void>((resolve) => {
        socket.addEventListener('close', () => resolve(), { once: true });
        socket.close();
      }),
  };
});
