import { createServer, type IncomingMessage, request as requestOf } from 'node:http';
import { closeServer, listen } from '@meteor-vs-mean/testbed/process/port';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { emptyRecording, type Recording, type WireEvent } from '../../src/record/wire.ts';

/** Passes what clients and an app say to each other, and records the frames of their WebSockets. */
export interface Relay {
  url: string;
  recording: Recording;
  stop(): Promise<void>;
}

/** @param app its address */
export async function startRelay(app: string): Promise<Relay> {
  const recording = emptyRecording();
  const server = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    const passed = requestOf(new URL(url, app), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  const clients = new WebSocketServer({ server, perMessageDeflate: false });
  let count = 0;
  clients.on('connection', (client, request) => {
    count += 1;
    relay(client, request, `connection ${count}`);
  });
  const relay = (client: WebSocket, { url = '', headers }: IncomingMessage, connection: string) => {
    const address = new URL(url, app.replace(/^http/, 'ws'));
    const { cookie, origin } = headers;
    const server = new WebSocket(address, {
      perMessageDeflate: false,
      headers: { ...(cookie ? { cookie } : {}), ...(origin ? { origin } : {}) },
    });
    const early: [RawData, boolean][] = [];
    const take = (direction: WireEvent['direction'], data: RawData, isBinary: boolean) => {
      const frame = isBinary ? (data as Buffer) : data.toString();
      const at_ms = performance.now();
      recording.events.push({
        connection,
        url: address.href,
        carrier: 'websocket',
        direction,
        data: frame,
        at_ms,
      });
    };
    client.on('message', (data, isBinary) => {
      take('sent', data, isBinary);
      if (server.readyState === WebSocket.OPEN) server.send(data, { binary: isBinary });
      else early.push([data, isBinary]);
    });
    server.on('open', () => {
      for (const [data, isBinary] of early) server.send(data, { binary: isBinary });
    });
    server.on('message', (data, isBinary) => {
      take('received', data, isBinary);
      client.send(data, { binary: isBinary });
    });
    client.on('close', () => server.terminate());
    server.on('close', () => client.terminate());
    for (const one of [client, server]) one.on('error', () => {}); // `close` follows
  };
  const port = await listen(server);
  const stop = async () => {
    for (const client of clients.clients) client.terminate();
    await closeServer(server);
  };
  return { url: `http://127.0.0.1:${port}`, recording, stop };
}
