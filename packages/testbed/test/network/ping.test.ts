import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { pingOver, type Target } from '../../src/network/index.ts';
import { answers, listen } from '../../src/process/index.ts';

test('a way that closes without a word ends the pings, and leaves nobody who answers them', async () => {
  const way = createServer((socket) => socket.once('data', () => socket.end()).on('error', () => {}));
  const port = await listen(way);
  let target: Target | undefined;
  const pinging = pingOver({
    open: async (asked) => {
      target = asked;
      return { url: `http://127.0.0.1:${port}`, close: async () => void way.close() };
    },
  });
  await expect(pinging).rejects.toThrow('The way closed after 0 of 10 pings');
  expect(await answers((target as Target).port)).toBe(false);
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
  expect(await answers((target as Target).port)).toBe(false);
});
