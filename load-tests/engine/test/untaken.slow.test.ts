import { expect, onTestFinished, test, vi } from 'vitest';
import { startDdpServer } from '../../../packages/pubsub-client/test/ddp-server.ts';
import { makeSchedule } from '../src/account/schedule.ts';
import { mergeWriters } from '../src/machines/whole.ts';
import { strictApp } from './strict-app.ts';
import { planOf, said, scheduleOf, write, writes } from './write.ts';

// The writers alone, without Artillery: what they count must be what the server counts.

const untilTrue = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 5000, interval: 5 });

/** All writes in two seconds: when connections end, some are still due, on a busy machine too. */
const slow = makeSchedule({ seed: 1, rate_per_s: 40, duration_ms: 2000, writers: 2, arrivals: 'constant' });

test('each lost connection of writers that reconnect counts', async () => {
  const { url, counts } = await strictApp({ mostPerClient: 10 });
  const schedule = scheduleOf(slow);
  const file = await write(planOf(url, schedule, { reconnect: true }));
  expect(file.acknowledged).toBe(counts.taken);
  expect(file.lost_connections?.count).toBe(counts.thrownOut);
  expect(counts.thrownOut).toBeGreaterThan(2);
  expect(file.causes.lost?.count).toBeGreaterThanOrEqual(counts.thrownOut);
});

test('a server that answers every second write is silent about the others, and the run does not guess', async () => {
  const { url, counts } = await strictApp({ answers: (n) => n % 2 === 0 });
  const late = scheduleOf({ drain_ms: 1000 });
  const inTime = await write(planOf(url, late, { timeout_ms: 500 }));
  expect([counts.answered, inTime.acknowledged, inTime.unanswered]).toEqual([40, 40, 40]);
  expect(said(inTime, late)).toEqual([
    `writes-unanswered, app: 40 of 80 writes had no answer: ${url}: no answer to method say in 500 ms`,
  ]);
  const schedule = scheduleOf();
  expect(said(await write(planOf(url, schedule)), schedule)).toEqual([
    'writes-unanswered, app: 40 of 80 writes had no answer: none came by the end of the run',
  ]);
});

test('an unrecognised answer is shown, and is the script’s fault if every answer is unrecognised', async () => {
  const { url } = await strictApp({ answer: 'fine' });
  const schedule = scheduleOf();
  const [line] = said(await write(planOf(url, schedule)), schedule);
  expect(line).toMatch(
    /^writes-unanswered, script: 80 of 80 writes got an answer that was not recognised: the answer \["fine"\] doesn't fit/,
  );
});

test('a refusal whose code is timeout is a refusal', async () => {
  const { url } = await strictApp({ answer: { ok: false, error: 'timeout' } });
  const schedule = scheduleOf();
  expect(said(await write(planOf(url, schedule)), schedule)).toEqual([
    'writes-refused, app: 80 of 80 writes were refused (timeout 80)',
  ]);
});

test('a killed server loses its writers, over Socket.io', async () => {
  const app = await strictApp();
  const schedule = scheduleOf(slow);
  const file = await write(planOf(app.url, schedule), async () => {
    await untilTrue(() => app.counts.taken >= 20);
    app.kill();
  });
  expect(file.unsent).toBe(writes - file.sent);
  expect(file.acknowledged).toBeLessThanOrEqual(app.counts.taken);
  expect(file.lost_connections?.count).toBe(2);
  expect(said(file, schedule)[0]).toMatch(
    /^writes-unsent, app: \d+ of 80 writes were not sent: .*transport (error|close)/,
  );
});

test('a killed server loses its writers, over DDP, and has refused nothing', async () => {
  let taken = 0;
  const server = await startDdpServer(({ msg, id }, session) => {
    if (msg !== 'method') return;
    taken++;
    // It holds its answers back from the twentieth on, and dies soon after.
    if (taken <= 20) session.send({ msg: 'result', id, result: null });
    if (taken === 30) for (const each of server.sessions) each.cut();
  });
  onTestFinished(() => server.close());
  const schedule = scheduleOf({ ...slow, transport: 'ddp' });
  const file = await write(planOf(server.url, schedule, { transport: 'ddp' }));
  // What was under way when the connections ended never arrived.
  expect(file.sent).toBeGreaterThanOrEqual(taken);
  expect(file).toMatchObject({ acknowledged: 20, refused: 0, unanswered: file.sent - 20 });
  const [unsent, unanswered] = said(file, schedule);
  expect(unsent).toMatch(/^writes-unsent, app: \d+ of 80 .*\(2 connections; the first: ws:.*code 1006\)\)$/);
  expect(unanswered).toMatch(
    /^writes-unanswered, app: \d+ of \d+ .* the connection was lost \(ws:.*code 1006/,
  );
});

test('two machines add up to one account, and a shortfall has one line', async () => {
  const { url, counts } = await strictApp({ mostPerHalfSecond: 10 });
  const schedule = scheduleOf();
  const files = [await write(planOf(url, schedule)), await write(planOf(url, schedule))];
  const all = mergeWriters(files);
  expect(all).toMatchObject({ sent: 2 * writes, acknowledged: counts.taken, refused: counts.refused });
  expect(said(all, schedule)).toEqual([
    expect.stringContaining(
      `${counts.refused} of 160 writes were refused (too-many-requests ${counts.refused};`,
    ),
  ]);
});
