import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { pingOver, type Target } from '../src/index.ts';

/** Whether nobody listens there any more. */
async function isRefused({ host, port }: Target): Promise<boolean> {
  const socket = connect(port, host);
  const error = await once(socket, 'connect').catch((error) => error);
  socket.destroy();
  return error.code === 'ECONNREFUSED';
}

test('a way that closes without a word ends the pings, and leaves nobody who answers them', async () => {
  const way = createServer((socket) => socket.once('data', () => socket.end()).on('error', () => {}));
  await once(way.listen(0, '127.0.0.1'), 'listening');
  const { port } = way.address() as { port: number };
  let target: Target | undefined;
  const pinging = pingOver({
    open: async (asked) => {
      target = asked;
      return { url: `http://127.0.0.1:${port}`, close: async () => void way.close() };
    },
  });
  await expect(pinging).rejects.toThrow('The way closed after 0 of 10 pings');
  expect(await isRefused(target as Target)).toBe(true);
});

test('a way that can not be opened leaves nobody who answers', async () => {
  let target: Target | undefined;
  const pinging = pingOver({
    open: async (asked) => {
      target = asked;
      throw new Error('no way');
    },
  });
  await expect(pinging).rejects.toThrow('no way');
  expect(await isRefused(target as Target)).toBe(true);
});
