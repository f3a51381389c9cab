import { connect, type Socket } from 'node:net';
import type { Subject } from './subject.ts';

/** Opens a TCP connection and sends text unchanged. */
export function sendRaw({ app }: Subject, text: string): Socket {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  // Errors don't matter, only the response does.
  socket.on('error', () => {});
  socket.write(text.replace('{host}', host));
  return socket;
}

/** The first line of the response; empty if the connection is closed without one. Resolves when it is closed. */
export async function answerUntilClosed(socket: Socket): Promise<string | undefined> {
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return answer.split('\r\n')[0] || undefined;
}

/** Opens a WebSocket with a stack's messages, using ws. */
export async function openCarrier({ app, environment }: Subject): Promise<WebSocket> {
  const path =
    environment.stack === 'mean'
      ? '/socket.io/?EIO=4&transport=websocket'
      : `/sockjs/000/${Math.random().toString(36).slice(2, 10)}/websocket`;
  const socket = new WebSocket(`${app.url.replace(/^http/, 'ws')}${path}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return socket;
}
