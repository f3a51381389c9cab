import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { areServed, type Case, isServed, watchEnd } from './case.ts';

const each = 100;
const patience_ms = 10_000;

/** First lines of requests to speak another protocol, and that protocol's name. */
const requests = [
  ['GET /sockjs/info', 'x'],
  ['GET /sockjs/0/abcd/websocket', 'x'],
  ['GET /sockjs/abcd', 'websocket'],
  ['GET /x/websocket', 'websocket'],
  ['POST /websocket', 'websocket'],
  ['GET /socket.io/?EIO=4&transport=polling', 'websocket'],
  ['POST /socket.io/?EIO=4&transport=websocket', 'websocket'],
  ['GET /', 'h2c'],
] as const;

/** Connections ask for protocols that no one speaks, and half of them are reset at once. */
export const upgrades: Case = {
  key: 'upgrades',
  title: `${(each * requests.length).toLocaleString('en')} requests to speak another protocol, half of them reset at once`,
  bound: 'the same process, every connection closed, others are served',
  stacks: ['mean', 'meteor'],
  async run({ app, client }) {
    const hasEnded = watchEnd(app);
    const { hostname, port } = new URL(app.url);
    const ask = async (start: string, protocol: string, isReset: boolean) => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false });
      socket.on('error', () => {});
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
      socket.write(
        `${start} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`,
      );
      if (isReset) socket.resetAndDestroy();
      else socket.resume();
      return socket;
    };
    const sockets: Socket[] = [];
    for (let n = 0; n < each && !hasEnded(); n++) {
      sockets.push(
        ...(await Promise.all(
          requests.map(([start, protocol], index) => ask(start, protocol, (n + index) % 2 === 0)),
        )),
      );
    }
    const closed = Promise.all(
      sockets.map((socket) => socket.closed || once(socket, 'close').catch(() => {})),
    );
    await Promise.race([closed, pause(patience_ms)]);
    const open = sockets.filter((socket) => !socket.closed).length;
    for (const socket of sockets) socket.destroy();
    const other = await isServed(client(500));
    return {
      held: !hasEnded() && open === 0 && other,
      seen: hasEnded()
        ? 'the process ended'
        : `${open} stayed open after ${patience_ms / 1000} s, ${areServed(other)}`,
    };
  },
};
