// The chat of Socket.io's getting-started guide: one event, for everybody, and no acknowledgements.
// node chat.js [port]
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const page = `<!doctype html>
<meta charset="utf-8">
<title>Chat</title>
<form><input autocomplete="off" autofocus> <button>Send</button></form>
<ul></ul>
<script src="/socket.io/socket.io.js"></script>
<script>
  const socket = io();
  const input = document.querySelector('input');
  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    socket.emit('chat message', input.value);
    input.value = '';
  });
  socket.on('chat message', (message) => {
    const item = document.createElement('li');
    item.textContent = message;
    document.querySelector('ul').append(item);
  });
</script>`;

const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html').end(page);
});
const io = new Server(server);
io.on('connection', (socket) => {
  socket.on('chat message', (message) => {
    io.emit('chat message', message);
  });
});
server.listen(Number(process.argv[2] ?? 3600), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port} (process ${process.pid})`);
});
