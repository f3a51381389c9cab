import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@meteor-vs-mean/contract';
import { addressOf } from '../address.ts';
import { type Case, isServed } from './case.ts';
import { addLargeList } from './large-lists.ts';

const connections = 8;

/** A few connections ask for large answers over HTTP, twice each, and take none of them. */
export const hoarders: Case = {
  key: 'hoarders',
  title: `${connections} connections that ask twice for a list of ${limits.todosPerList.toLocaleString('en')} todos over HTTP, and take nothing`,
  bound: 'others read over HTTP and by subscription',
  boundInTime: 'others read over HTTP and by subscription within 10 s',
  stacks: ['mean'],
  async run({ app, db, client }) {
    await addLargeList(db, 'large', limits.todosPerList);
    const { hostname, port } = new URL(app.url);
    const sockets = Array.from({ length: connections }, (_, n) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(n) });
      socket.on('error', () => {});
      socket.pause();
      const asked = `GET /api/lists/large/todos HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;
      socket.write(asked + asked);
      return socket;
    });
    // Until all of them wait for what they asked for.
    await pause(1000);
    const begun_ms = performance.now();
    const isRead = await fetch(new URL('/api/lists', app.url), { signal: AbortSignal.timeout(30_000) }).then(
      async (response) => response.ok && (await response.text()).length > 0,
      () => false,
    );
    const other = await isServed(client(500));
    const took_s = (performance.now() - begun_ms) / 1000;
    for (const socket of sockets) socket.destroy();
    return {
      held: isRead && other,
      inTime: took_s < 10,
      seen:
        isRead && other ? `others had both after ${took_s.toFixed(1)} s` : 'others had nothing within 30 s',
    };
  },
};
