/** A program of a test: a TCP server that sends back what it gets, and counts both by itself. */
import { createServer } from 'node:net';
import { listen } from '@meteor-vs-mean/testbed/process';
import { serve } from '../src/program-side.ts';

let bytes = 0;
const server = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.pipe(socket);
});
serve({ port: await listen(server) }, { bytes: () => bytes });
