import { WebSocket, WebSocketServer } from 'ws';
import { serve } from '../../program-side.ts';
import { versionOf } from '../../versions.ts';
import type { PingPongServer } from '../server.ts';

export default {
  key: 'node-ws',
  title: 'Node with ws',
  runtime: 'node',
  file: new URL(import.meta.url),
  find: async () => ({ versions: { node: process.versions.node, ws: versionOf('ws', import.meta.url) } }),
} satisfies PingPongServer;

// The textbook's broadcast, as on the page of ws. Runs on Bun, too: see bun-ws.ts.
if (import.meta.main) {
  let received = 0;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      received += 1;
      const text = data.toString();
      for (const other of server.clients) {
        if (other !== socket && other.readyState === WebSocket.OPEN) other.send(text);
      }
    });
  });
  server.on('listening', () => {
    serve({ port: (server.address() as { port: number }).port }, { count: () => received });
  });
}
