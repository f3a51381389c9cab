import { expect, onTestFinished, test, vi } from 'vitest';
import { startDdpServer } from '../../../packages/pubsub-client/test/ddp-server.ts';
import { whole } from '../src/machines/share.ts';
import { mergeWriters } from '../src/machines/whole.ts';
import { type Outcome, shortfallsOf } from '../src/outcome.ts';
import type { Run } from '../src/results.ts';
import { WriteAccount } from '../src/writers-file.ts';
import { strictApp } from './strict-app.ts';
import { planOf, said, scheduleOf, write, writes } from './write.ts';

// The writers alone, without Artillery: what they count must be what the server counts.

const untilTrue = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 5000, interval: 5 });

test('writes above a rate limit are refused, as many as the server says', async () => {
  const { url, counts } = await strictApp({ mostPerHalfSecond: 10 });
  const schedule = scheduleOf();
  const file = await write(planOf(url, schedule));
  expect(counts.refused).toBeGreaterThan(0);
  expect(file).toMatchObject({
    sent: writes,
    unsent: 0,
    acknowledged: counts.taken,
    refused: counts.refused,
  });
  expect(said(file, schedule)).toEqual([
    `writes-refused, app: ${counts.refused} of 80 writes were refused (too-many-requests ${counts.refused}; the first: slow down)`,
  ]);
});

test('refusals that the script expects are no shortfall', async () => {
  const { url, counts } = await strictApp({ mostPerHalfSecond: 0 });
  const schedule = scheduleOf({ expect: ['too-many-requests'] });
  const file = await write(planOf(url, schedule));
  expect(counts).toMatchObject({ taken: 0, refused: writes });
  expect(file).toMatchObject({ sent: writes, acknowledged: 0, refused: 0, expected: writes, refusals: {} });
  expect(said(file, schedule)).toEqual([]);
});

test('writers that the server throws out say so, and what they could not send', async () => {
  const { url, counts } = await strictApp({ mostPerClient: 10 });
  const schedule = scheduleOf();
  const file = await write(planOf(url, schedule));
  expect(counts).toMatchObject({ taken: 20, thrownOut: 2, received: 22 });
  // A write that was under way when its writer was thrown out never arrived.
  expect(file.sent).toBeGreaterThanOrEqual(22);
  const [unsent, unanswered] = [writes - file.sent, file.sent - 20];
  expect(file).toMatchObject({ acknowledged: 20, unanswered, unsent });
  const why = `${url}: io server disconnect`;
  expect(file.lost_connections).toEqual({ count: 2, first: why });
  expect(said(file, schedule)).toEqual([
    `writes-unsent, app: ${unsent} of 80 writes were not sent: their writers had lost the connection (2 connections; the first: ${why})`,
    `writes-unanswered, app: ${unanswered} of ${file.sent} writes had no answer: the connection was lost (${why})`,
  ]);
});

test('writers that are thrown out and come back count each lost connection', async () => {
  const { url, counts } = await strictApp({ mostPerClient: 10 });
  const schedule = scheduleOf();
  const file = await write(planOf(url, schedule, { reconnect: true }));
  expect(file.acknowledged).toBe(counts.taken);
  expect(file.lost_connections?.count).toBe(counts.thrownOut);
  expect(counts.thrownOut).toBeGreaterThan(2);
  expect(file.causes.lost?.count).toBeGreaterThanOrEqual(counts.thrownOut);
});

test('a server that answers nothing is said to, and may need ack: false', async () => {
  const { url, counts } = await strictApp({ answers: () => false });
  const schedule = scheduleOf();
  const file = await write(planOf(url, schedule));
  expect([counts.taken, counts.answered, file.unanswered]).toEqual([writes, 0, writes]);
  expect(said(file, schedule)).toEqual([
    'writes-unanswered, app: the app answered none of 80 writes; if it answers nothing, set ack: false',
  ]);
  expect(said(file, { ...schedule, ack: false })).toEqual([]);
});

test('a server that answers every second write is silent about the others, and nothing is guessed', async () => {
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

test('an answer of another shape is shown, and is the script’s fault if every answer is', async () => {
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

test('a server that is killed loses its writers, on Socket.io', async () => {
  const app = await strictApp();
  const schedule = scheduleOf();
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

test('a server that is killed loses its writers, over DDP, and has refused nothing', async () => {
  let taken = 0;
  const server = await startDdpServer(({ msg, id }, session) => {
    if (msg !== 'method') return;
    taken++;
    // From the twentieth on it holds its answers back until it dies.
    if (taken <= 20) session.send({ msg: 'result', id, result: null });
  });
  onTestFinished(() => server.close());
  const schedule = scheduleOf({ transport: 'ddp' });
  const file = await write(planOf(server.url, schedule, { transport: 'ddp' }), async () => {
    await untilTrue(() => taken > 30);
    for (const session of server.sessions) session.cut();
  });
  // What was under way when the connections ended never arrived.
  expect(file.sent).toBeGreaterThanOrEqual(taken);
  expect(file).toMatchObject({ acknowledged: 20, refused: 0, unanswered: file.sent - 20 });
  const [unsent, unanswered] = said(file, schedule);
  expect(unsent).toMatch(/^writes-unsent, app: \d+ of 80 .*\(2 connections; the first: ws:.*code 1006\)\)$/);
  expect(unanswered).toMatch(
    /^writes-unanswered, app: \d+ of \d+ .* the connection was lost \(ws:.*code 1006/,
  );
});

test('two machines add up to one account, and a shortfall is said once', async () => {
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

test('writes that were sent too late for an answer are the generator’s', () => {
  const schedule = scheduleOf();
  const account = new WriteAccount({ count: 3, share: whole });
  for (const k of [0, 1, 2]) account.sent(k, k === 0 ? 1000n : 2_000_000_000n);
  account.acknowledged(0, 1000n);
  expect(said(account.file(), schedule)).toEqual([
    'writes-unanswered, generator: 2 of 3 writes had no answer: writes were sent up to 2000 ms late, so the run ended before the answers',
  ]);
});

test('lost deliveries come with the lost connections of their subscribers', () => {
  const run = {
    ...{ subscribers: [{}], disconnects: 3, first_disconnect: 'http://host: transport close', deliveries: 4 },
    came: {},
  } as unknown as Run;
  const outcome = { sent: 10, expected: 0, owed: 10, lost: 6 } as Outcome;
  const delivery = { event: 'said', path: '0', identify: () => undefined };
  expect(shortfallsOf(run, outcome, [delivery])).toEqual([
    {
      code: 'deliveries-lost',
      by: 'app',
      reason:
        '6 of 10 deliveries are missing: subscribers lost their connection (3 connections; the first: http://host: ' +
        'transport close); 4 events "said" with a write id came',
    },
  ]);
});
