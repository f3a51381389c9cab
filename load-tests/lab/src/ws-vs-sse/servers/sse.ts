/** Pushes server-sent events with Node's own servers; `--http2`: over TLS, with a certificate of its own, as browsers want it. */
import { createServer, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import { host, listen } from '@meteor-vs-mean/testbed/process/port';
import { makeCertificate } from '../../certificate.ts';
import { serve } from '../../program-side.ts';
import { makeSender } from '../sender.ts';

const sender = makeSender((batch) => Buffer.from(`data: ${batch}\n\n`));

/** The page is of another origin: the one that hands it its commands. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
};

/** A response's own headers have gone; what counts what waits is it on HTTP/1.1, and its stream on HTTP/2. */
function push(response: ServerResponse | ServerHttp2Stream): void {
  const remove = sender.add({
    waiting_bytes: () => response.writableLength,
    send: (message) => response.write(message),
  });
  response.on('close', remove);
  response.on('error', () => {}); // then it closes
}

const certificate = process.argv.includes('--http2') ? await makeCertificate() : undefined;
const server = certificate
  ? createSecureServer({ ...certificate, settings: { maxConcurrentStreams: 256 } })
  : createServer();
if (certificate) {
  (server as Http2SecureServer).on('stream', (stream) => {
    stream.respond({ ':status': 200, ...headers });
    push(stream);
  });
} else {
  server.on('request', (_request, response: ServerResponse) => {
    response.writeHead(200, headers);
    response.flushHeaders();
    push(response);
  });
}

const port = await listen(server);
serve(
  { url: `${certificate ? 'https' : 'http'}://${host}:${port}`, ca: certificate?.cert ?? null },
  sender.commands,
);
