import { once } from 'node:events';
import { createServer } from 'node:http';
import { host, listen } from '@meteor-vs-mean/testbed/process';
import { openRelay } from '@meteor-vs-mean/testbed/relay';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { WebSocketFrames } from './websocket-frames.ts';
import { tapWebSocket } from './websocket-taps.ts';

test('frames are found however TCP cuts them', () => {
  const text = Buffer.from('x'.repeat(300));
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = Buffer.from(text.map((byte, n) => byte ^ (mask[n % 4] as number)));
  const sent = [
    Buffer.concat([Buffer.from([0x81, 0x80 | 126, 300 >> 8, 300 & 0xff]), mask, masked]),
    Buffer.from([0x89, 0]), // a ping
    Buffer.concat([Buffer.from([0x01, 2]), Buffer.from('ab')]), // the first of two parts
    Buffer.concat([Buffer.from([0x80, 1]), Buffer.from('c')]),
    Buffer.concat([Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]), Buffer.alloc(65_536)]),
  ];
  const stream = Buffer.concat(sent);
  for (const size of [1, 7, stream.length]) {
    const frames = new WebSocketFrames();
    const found = [];
    for (let at = 0; at < stream.length; at += size) {
      found.push(...frames.take(stream.subarray(at, at + size)));
    }
    expect(found.map(({ opcode, isLast }) => [opcode, isLast])).toEqual([
      [1, true],
      [9, true],
      [1, false],
      [0, true],
      [2, true],
    ]);
    expect(found.slice(0, 4).map(({ payload }) => String(payload))).toEqual([String(text), '', 'ab', 'c']);
    expect(Buffer.concat(found.map(({ bytes }) => bytes)).equals(stream)).toBe(true);
  }
  expect(() => new WebSocketFrames().take(Buffer.from([0xc1, 0]))).toThrow('compressed');
});

/** A server that speaks plain HTTP and websockets, which it would compress; and a relay that reads frames. */
async function open() {
  const http = createServer((_, response) => response.end('plain'));
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: { threshold: 0 } });
  http.on('upgrade', (request, socket, head) => {
    if (request.url === '/refused') {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 7\r\n\r\nrefused');
      return;
    }
    server.handleUpgrade(request, socket, head, (websocket) => {
      websocket.send('welcome'); // in one piece with the handshake's end
      websocket.on('message', (data) => websocket.send(`${data}, too`));
    });
  });
  const port = await listen(http);
  const heard: string[] = [];
  const relay = await openRelay(
    { host, port },
    {
      tap: () => {
        const [up, down] = [new WebSocketFrames(), new WebSocketFrames()];
        return tapWebSocket({
          up(chunk, _, pass) {
            for (const { payload } of up.take(chunk)) heard.push(`up: ${payload}`);
            pass(chunk);
          },
          down(chunk, _, pass) {
            for (const { payload } of down.take(chunk)) heard.push(`down: ${payload}`);
            pass(chunk);
          },
        });
      },
    },
  );
  onTestFinished(async () => {
    await relay.close();
    http.close();
    await once(http, 'close');
  });
  return { relay, heard };
}

test('a websocket is tapped after its handshake, which agrees to no compression', async () => {
  const { relay, heard } = await open();
  const client = new WebSocket(relay.url.replace('http', 'ws'));
  const received: string[] = [];
  client.on('message', (data) => {
    received.push(String(data));
    if (received.length === 1) client.send('hello');
    else client.terminate();
  });
  await once(client, 'close');
  expect(client.extensions).toBe('');
  expect(received).toEqual(['welcome', 'hello, too']);
  expect(heard).toEqual(['down: welcome', 'up: hello', 'down: hello, too']);
});

test('what doesn’t become a websocket passes the taps by', async () => {
  const { relay, heard } = await open();
  const answer = await fetch(relay.url, { method: 'POST', body: '\u00c1\0'.repeat(1000) });
  expect(await answer.text()).toBe('plain');
  const refused = new WebSocket(`${relay.url.replace('http', 'ws')}/refused`);
  const [, response] = await once(refused, 'unexpected-response');
  let body = '';
  for await (const chunk of response) body += chunk;
  expect(body).toBe('refused');
  expect(heard).toEqual([]);
});
