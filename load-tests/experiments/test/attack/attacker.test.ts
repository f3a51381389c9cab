import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { emptyTally, play } from '../../src/attack/attacker.ts';

test('every request over HTTP comes to the server, whatever was sent before it', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url}`);
    request.resume().once('end', () => response.end('answered'));
    request.once('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const whole = (path: string, header = '') => ({
    text: `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`,
    id: '',
  });
  const frames = [
    whole('/first'),
    { text: '{"no":"request"}' },
    whole('/after-junk'),
    { text: 'POST /cut HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{' },
    whole('/after-a-cut-one'),
    whole('/never-read', 'Cookie: \x01\r\n'),
    whole('/last', 'Connection: close\r\n'),
    whole('/after-the-last'),
  ];
  const tally = emptyTally();
  const { port } = server.address() as AddressInfo;
  const target = { url: `http://127.0.0.1:${port}`, carriers: [] };
  await play({ number: 0, carrier: 'http', frames, cuts: false }, target, tally);
  server.closeAllConnections();
  server.close();
  expect(asked).toEqual(['/first', '/after-junk', '/cut', '/after-a-cut-one', '/last', '/after-the-last']);
  expect(tally.sent).toBe(frames.length);
  expect(tally.answers.get('HTTP 200')).toBe(5);
});
