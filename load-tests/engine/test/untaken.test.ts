import { expect, test } from 'vitest';
import { whole } from '../src/account/share.ts';
import { WriteAccount } from '../src/folder/writers-file.ts';
import { type Outcome, shortfallsOf } from '../src/results/outcome.ts';
import type { Run } from '../src/results/results.ts';
import { socketServer } from './script-run.ts';
import { strictApp } from './strict-app.ts';
import { planOf, said, scheduleOf, write, writes } from './write.ts';

// The writers alone, without Artillery: what they count must be what the server counts.

const delivery = { event: 'said', path: '0', identify: () => undefined };
const emptyRun = { subscribers: [{}], disconnects: 0, deliveries: 0, came: {} };

test('writes above a rate limit are refused, as many as the server counts', async () => {
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

test('writers that the server disconnects are reported, with their unsent writes', async () => {
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

test('a server without answers is reported, with the remedy ack: false', async () => {
  const { url, counts } = await strictApp({ answers: () => false });
  const schedule = scheduleOf();
  const file = await write(planOf(url, schedule));
  expect([counts.taken, counts.answered, file.unanswered]).toEqual([writes, 0, writes]);
  expect(said(file, schedule)).toEqual([
    'writes-unanswered, app: the app answered none of 80 writes; if it answers nothing, set ack: false',
  ]);
  expect(said(file, { ...schedule, ack: false })).toEqual([]);
});

test('of two answers the first counts', async () => {
  const { io, url } = await socketServer();
  let answered = 0;
  io.on('connection', (socket) => {
    socket.on('say', (_id: string, answer: (reply: unknown) => void) => {
      answered += 2;
      answer({ ok: true });
      answer({ ok: false, error: 'once more' });
    });
  });
  const schedule = scheduleOf();
  const file = await write(planOf(url, schedule));
  expect([answered, said(file, schedule)]).toEqual([160, []]);
  expect(file).toMatchObject({ acknowledged: 80, refused: 0 });
});

test('answers that come after the timeout are none, and the message has the time', async () => {
  const { io, url } = await socketServer();
  let answered = 0;
  io.on('connection', (socket) => {
    socket.on('say', (_id: string, answer: (reply: unknown) => void) => {
      setTimeout(() => {
        answered++;
        answer({ ok: true });
      }, 1000);
    });
  });
  const schedule = scheduleOf({ drain_ms: 1500 });
  const file = await write(planOf(url, schedule, { timeout_ms: 600 }));
  expect(answered).toBe(80);
  expect(said(file, schedule)).toEqual([
    `writes-unanswered, app: the app answered none of 80 writes in time (${url}: no answer to method say in 600 ms); if it answers nothing, set ack: false`,
  ]);
});

test('an app that refuses by an event is quoted', async () => {
  const { io, url } = await socketServer();
  let refused = 0;
  io.on('connection', (socket) => {
    socket.on('say', () => {
      refused++;
      socket.emit('error', { code: 'forbidden' });
    });
  });
  const schedule = scheduleOf();
  const file = await write(planOf(url, schedule));
  expect(refused).toBe(80);
  const told = 'the app sent the writers 80 "error"; the first was [{"code":"forbidden"}]';
  expect(said(file, schedule)).toEqual([
    `writes-unanswered, app: the app answered none of 80 writes; ${told}`,
  ]);
  // Without acknowledgements only the deliveries are missing.
  const run = { ...emptyRun, writers: file, schedule: { ...schedule, ack: false } } as unknown as Run;
  const outcome = { sent: 80, expected: 0, owed: 80, lost: 80 } as Outcome;
  expect(shortfallsOf(run, outcome, [delivery])).toMatchObject([
    {
      by: 'app',
      reason:
        '80 of 80 deliveries are missing: no event "said" came, and no other; writers got 80 "error"; the first was [{"code":"forbidden"}]',
    },
  ]);
});

test('lost deliveries come with the subscriptions that the app ended', () => {
  const came = { '"nosub"': { count: 2, example: '[{"msg":"nosub","error":{"error":500}}]' } };
  const schedule = scheduleOf({ transport: 'ddp' });
  const run = { ...emptyRun, deliveries: 43, came, schedule } as unknown as Run;
  const outcome = { sent: 20, expected: 0, owed: 60, lost: 17 } as Outcome;
  const changes = { ...delivery, event: 'added', collection: 'x' };
  const ended = 'the app ended 2 subscriptions; the first was [{"msg":"nosub","error":{"error":500}}]';
  expect(shortfallsOf(run, outcome, [changes])[0]?.reason).toBe(
    `17 of 60 deliveries are missing: 43 events "added" of "x" with a write id came; ${ended}`,
  );
  expect(shortfallsOf({ ...run, deliveries: 0 }, outcome, [changes])[0]).toMatchObject({
    by: 'app',
    reason: `17 of 60 deliveries are missing: no event "added" of "x" came, and no other; ${ended}`,
  });
});

test('writes that were sent too late for an answer are the generator’s fault', () => {
  const schedule = scheduleOf();
  const account = new WriteAccount({ count: 3, share: whole });
  for (const k of [0, 1, 2]) account.sent(k, k === 0 ? 1000n : 2_000_000_000n);
  account.acknowledged(0, 1000n);
  expect(said(account.file(), schedule)).toEqual([
    'writes-unanswered, generator: 2 of 3 writes had no answer: writes were sent up to 2000 ms late, so the run ended before the answers',
  ]);
});

test('lost deliveries are reported with the lost connections of their subscribers', () => {
  const losses = { disconnects: 3, first_disconnect: 'http://host: transport close' };
  const run = { ...emptyRun, ...losses, deliveries: 4 } as unknown as Run;
  const outcome = { sent: 10, expected: 0, owed: 10, lost: 6 } as Outcome;
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
