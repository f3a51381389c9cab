// A Feathers service: everybody who is connected gets what is created. Feathers answers error first.
// node feathers.js [port]
import { once } from 'node:events';
import { feathers } from '@feathersjs/feathers';
import socketio from '@feathersjs/socketio';

const app = feathers();
app.configure(socketio());
app.use('messages', {
  create: async (message) => message,
});
app.on('connection', (connection) => app.channel('everybody').join(connection));
app.publish(() => app.channel('everybody'));
const server = await app.listen(Number(process.argv[2] ?? 3602), '127.0.0.1');
if (!server.listening) await once(server, 'listening');
console.log(`listening on http://127.0.0.1:${server.address().port}`);
