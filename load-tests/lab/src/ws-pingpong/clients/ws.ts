/** A client with the npm package ws. Its messages come as bytes with a flag; as text once they are asked for it. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { servePlayer } from '../player.ts';

servePlayer(async (url, onMessage) => {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on('message', (data, isBinary) => onMessage(isBinary ? data : data.toString()));
  await once(socket, 'open');
  return {
    send: (text) => socket.send(text),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
});
