/** Pushes over websockets with the npm package ws; `--tls`: over TLS, with a certificate of its own. */
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { WebSocketServer } from 'ws';
import { makeCertificate } from '../../certificate.ts';
import { serve } from '../../program-side.ts';
import { makeSender } from '../sender.ts';

const certificate = process.argv.includes('--tls') ? await makeCertificate() : undefined;
const http = certificate ? createSecureServer(certificate) : createServer();
const sender = makeSender((batch) => Buffer.from(batch));

new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
  const remove = sender.add({
    waiting_bytes: () => socket.bufferedAmount,
    send: (message) => socket.send(message, { binary: false }),
  });
  socket.on('close', remove);
  socket.on('error', () => {}); // then it closes
});

http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as { port: number };
  serve(
    { url: `${certificate ? 'wss' : 'ws'}://127.0.0.1:${port}`, ca: certificate?.cert ?? null },
    sender.commands,
  );
});
