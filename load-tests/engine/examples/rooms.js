// A Socket.io app as many are: a token in the handshake, rooms in a namespace, and acknowledgements `{ ok, error }`.
// node rooms.js [port]
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const server = createServer();
const rooms = new Server(server).of('/rooms');
rooms.use((socket, next) => {
  const { token } = socket.handshake.auth;
  next(token === 'secret' ? undefined : new Error('wrong token'));
});
rooms.on('connection', (socket) => {
  socket.on('join', async (room, answer) => {
    await socket.join(room);
    answer({ ok: true });
  });
  socket.on('say', ({ room, id, text }, answer) => {
    if (!text) return answer({ ok: false, error: 'an empty message' });
    rooms.to(room).emit('said', { id, text });
    answer({ ok: true });
  });
});
server.listen(Number(process.argv[2] ?? 3601), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
