import { connect, type Socket } from 'node:net';
import type { Subject } from './subject.ts';

/** Opens a connection and sends something over it, as it is. */
export function sendRaw({ app }: Subject, text: string): Socket {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  // Whatever becomes of it, a case looks at what was answered.
  socket.on('error', () => {});
  socket.write(text.replace('{host}', host));
  return socket;
}

/** The first line of what is answered; nothing if it is closed without an answer. Resolves when it is closed. */
export async function answerUntilClosed(socket: Socket): Promise<string | undefined> {
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return answer.split('\r\n')[0] || undefined;
}

/** Opens a WebSocket of the library's own that carries a stack's messages. */
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
