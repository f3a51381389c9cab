/** A program of a test: a TCP server that sends back what it gets, and counts both by itself. */
import { createServer } from 'node:net';
import { serve } from '../src/program-side.ts';

let bytes = 0;
const server = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.pipe(socket);
}).listen(0, '127.0.0.1', () => {
  serve({ port: (server.address() as { port: number }).port }, { bytes: () => bytes });
});
