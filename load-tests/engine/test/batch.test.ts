import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { newsScript } from './news-script.ts';

/** Answers in JSON texts, gathers what is posted, and sends it in batches for which it wants an acknowledgement. */
async function startApp() {
  const http = createServer();
  const io = new Server(http);
  const counts = { posted: 0, batches: 0, sent: 0, acknowledged: 0, failed: 0 };
  let batch: { id: string }[] = [];
  const timer = setInterval(() => {
    const list = batch.splice(0);
    if (list.length === 0) return;
    for (const socket of io.of('/news').sockets.values()) {
      counts.batches++;
      counts.sent += list.length;
      socket.timeout(3000).emit('batch', { list }, (error: Error | null, ...rest: unknown[]) => {
        if (error || rest.length > 0) counts.failed++;
        else counts.acknowledged++;
      });
    }
  }, 200);
  io.of('/news').on('connection', (socket) => {
    socket.on('follow', (_paper: string, answer: (text: string) => void) => answer('{"code":0}'));
    socket.on('post', ({ id }: { id: string }, answer: (text: string) => void) => {
      counts.posted++;
      batch = [...batch, { id }];
      answer('{"code":0}');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    clearInterval(timer);
    await io.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, counts };
}

test('each write of a batch is a delivery, the app’s requests are acknowledged, and the run names the reading once', async () => {
  const app = await startApp();
  const folder = temporaryFolder();
  const file = newsScript(`${app.url}/news`, folder, ({ config: { engines } }) => {
    engines.pubsub.deliveries = [{ event: 'batch', path: '0.list.*.id' }];
  });
  const generator = runArtillery([file]);
  expect([await generator.ended, generator.output()]).toEqual([
    0,
    expect.stringContaining('180 seen, 0 lost, 0 doubled'),
  ]);
  const run = readRun(join(folder, 'out'));
  expect(app.counts).toMatchObject({ posted: 30, failed: 0, acknowledged: app.counts.batches });
  // Six subscribers, and three writers, which are in the namespace too.
  expect([run.deliveries, app.counts.sent]).toEqual([180, 270]);
  expect(app.counts.batches).toBeLessThan(270);
  expect(generator.output().match(/answers were read as .*/g)).toEqual([
    'answers were read as ok: { code: 0 }',
  ]);
});
