import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { host, listen } from '../process/index.ts';
import type { Shaper } from './link.ts';

const connections = 5;
const pings = 10;

/**
 * What a network really is: pings over it to somebody who answers at once, 10 on each of 5 connections.
 * @returns round trips in milliseconds, shortest first
 */
export async function pingOver({ open }: Pick<Shaper, 'open'>): Promise<number[]> {
  await using running = new AsyncDisposableStack();
  const echo = createServer((socket) => {
    socket.setNoDelay(true).on('error', () => {});
    socket.pipe(socket);
  });
  running.defer(() => void echo.close());
  const way = await open({ host, port: await listen(echo) });
  running.defer(() => way.close());
  const trips = await Promise.all(Array.from({ length: connections }, () => pingFrom(new URL(way.url))));
  return trips.flat().sort((a, b) => a - b);
}

async function pingFrom({ hostname, port }: URL): Promise<number[]> {
  const socket: Socket = connect(Number(port), hostname).setNoDelay(true);
  const trips: number[] = [];
  const closed = once(socket, 'close').then(() => {
    throw new Error(
      `The way closed after ${trips.length} of ${pings} pings (${hostname}:${port}): see why what makes it has ended`,
    );
  });
  closed.catch(() => {}); // it is closed at the end, too
  try {
    await Promise.race([once(socket, 'connect'), closed]);
    for (let count = 0; count < pings; count++) {
      const sent_ns = process.hrtime.bigint();
      socket.write('.');
      await Promise.race([once(socket, 'data'), closed]);
      trips.push(Number(process.hrtime.bigint() - sent_ns) / 1e6);
    }
  } finally {
    socket.destroy();
  }
  return trips;
}
