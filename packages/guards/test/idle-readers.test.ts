import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { leftIn } from '../src/idle-readers.ts';

test('the unsent bytes of a connection include one long write and many short ones', async () => {
  const server = createServer((socket) => socket.pause()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const write = async (chunks: number, length: number): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    for (let n = 0; n < chunks; n += 1) socket.write(Buffer.alloc(length));
    return socket;
  };
  for (const [chunks, length] of [
    [1, 50_000_000],
    [5000, 10_000],
  ] as const) {
    expect(leftIn(await write(chunks, length))).toBeGreaterThan(30_000_000);
  }
});
