/** Pushes over websockets with the npm package ws; `--tls`: over TLS, with a certificate of its own. */
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { host, listen } from '@meteor-vs-mean/testbed/process/port';
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

const port = await listen(http);
serve(
  { url: `${certificate ? 'wss' : 'ws'}://${host}:${port}`, ca: certificate?.cert ?? null },
  sender.commands,
);
