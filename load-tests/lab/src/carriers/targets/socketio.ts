import { createServer } from 'node:http';
import { listen } from '@meteor-vs-mean/testbed/process/port';
import { versionsOf } from '../../versions.ts';
import { type Carrier, startServer } from '../carrier.ts';
import { forWs, isDeflating } from '../deflate.ts';
import { wireOf } from '../message.ts';
import { serveFanOut } from '../server-side.ts';

/** A room that each subscriber is put into when it asks for it, and an event to that room: as MEAN does it. */
const carrier: Carrier = {
  key: 'socketio',
  title: 'Socket.io',
  find: async () => ({
    versions: { ...versionsOf(['socket.io', 'ws'], import.meta.url), node: process.versions.node },
  }),
  start: (testbed, options) => startServer(import.meta.url, testbed, options),
  async connect(options) {
    const { subscribeByPubSub } = await import('../pubsub-subscriber.ts');
    return subscribeByPubSub('socketio', options);
  },
};
export default carrier;

async function main(): Promise<void> {
  const { Server } = await import('socket.io');
  const server = createServer();
  const port = await listen(server);
  const io = new Server(server, {
    serveClient: false,
    transports: ['websocket'],
    perMessageDeflate: isDeflating() ? forWs : false,
  });
  const room = 'todos';
  io.on('connection', (socket) => {
    socket.on('todos', async (acknowledge: (reply: { result: null }) => void) => {
      await socket.join(room);
      acknowledge({ result: null });
    });
  });
  serveFanOut({
    port,
    subscribers: () => io.of('/').adapter.rooms.get(room)?.size ?? 0,
    deliver: (todo) => io.to(room).emit('added', wireOf(todo)),
  });
}

if (import.meta.main) await main();
