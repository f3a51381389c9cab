// The chat of Socket.io's getting-started guide: one event, for everybody, and no acknowledgements.
// node chat.js [port]
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const server = createServer();
const io = new Server(server);
io.on('connection', (socket) => {
  socket.on('chat message', (message) => {
    io.emit('chat message', message);
  });
});
server.listen(Number(process.argv[2] ?? 3600), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
