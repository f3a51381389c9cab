import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { countBits, deliveredOf, deliveredPerWrite, readRun, type WritersFile } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { startNewsApp } from './news-app.ts';
import { generate, newsApp } from './news-run.ts';

describe('one generator process', () => {
  test('accounts for every delivery, in its files and in Artillery’s report', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { pubsub: { witnesses: 0 } });
    expect(await generator.ended).toBe(0);
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect(run.schedule).toMatchObject({ seed: 7, rate_per_s: 20, writers: 3, duration_ms: 1500 });
    expect(run.writers).toMatchObject({
      scheduled: 30,
      sent: 30,
      acknowledged: 30,
      refused: 0,
      unanswered: 0,
    });
    expect([run.subscribers.length, run.deliveries]).toEqual([6, 180]);
    expect([app.items, app.sent]).toEqual([30, 180]);
    expect([run.duplicated, run.reordered, run.unexpected, run.disconnects]).toEqual([0, 0, 0, 0]);
    expect(run.latency.totalCount).toBe(180);
    expect(generator.output()).toMatch(/pubsub\.deliveries: \.+ 180\n/);
    expect(generator.output()).toMatch(/pubsub\.fanout_latency:\n/);
    expect(generator.output()).toContain('pubsub: 30 writes scheduled, 30 sent, 30 acknowledged');
    expect(generator.output()).toMatch(/pubsub\.lost: \.+ 0\n/);
    expect(generator.output()).toContain(out);
  });

  test('reports lost and doubled deliveries of each write', async () => {
    // The third reader never gets the writes 5 to 9; the first gets each tenth write twice.
    const app = await newsApp(({ n }, reader) =>
      reader === 2 && n >= 5 && n < 10 ? 0 : reader === 0 && n % 10 === 0 ? 2 : 1,
    );
    const out = temporaryFolder();
    expect(await generate(app.url, out).ended).toBe(1);
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect([run.deliveries, run.duplicated]).toEqual([175, 3]);
    expect([...deliveredPerWrite(run)].flatMap((count, k) => (count === 6 ? [] : [[k, count]]))).toEqual(
      [5, 6, 7, 8, 9].map((k) => [k, 5]),
    );
    expect(run.subscribers.map(({ bits }) => countBits(bits)).sort()).toEqual([25, 30, 30, 30, 30, 30]);
    // Owed is what was stored: here as if the app had stored the even ones only.
    const stored = new Uint8Array(4).fill(0b0101_0101);
    expect(deliveredOf(run, stored)).toBe(15 * 6 - 2);
  });

  test('keeps its measurements when the app ends in the middle', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { variables: { duration: 3 } });
    await vi.waitFor(() => expect(app.items).toBeGreaterThan(10), 30_000);
    await app.close();
    await generator.ended;
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect(run.disconnects).toBe(6);
    const { scheduled, sent, unsent, acknowledged, unanswered } = run.writers as WritersFile;
    expect([scheduled, sent]).toEqual([60, acknowledged + unanswered]);
    expect(unsent).toBe(60 - sent);
    expect(unsent).toBeGreaterThan(0);
    expect(run.deliveries).toBeGreaterThan(60);
  });
});

describe('many generators', () => {
  test('in two processes share one run, and their accounts add up', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const pubsub = { subscribers: 12 };
    const both = [generate(app.url, out, { pubsub }), generate(app.url, out, { pubsub })];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect(new Set(run.receivers.map(({ name }) => name.split('-')[0])).size).toBe(2);
    expect([run.subscribers.length, run.deliveries, app.sent]).toEqual([12, 360, 360]);
    expect(run.writers).toMatchObject({ scheduled: 30, acknowledged: 30 });
    expect([...deliveredPerWrite(run)]).toEqual(Array(30).fill(12));
  });
});

describe('an impossible run', () => {
  test('reports in one line that the target is down', async () => {
    const app = await startNewsApp();
    await app.close();
    const out = temporaryFolder();
    const generator = generate(app.url, out);
    expect(await generator.ended).toBe(1);
    const lines = generator
      .output()
      .split('\n')
      .filter((line) => line.includes(app.url));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/ECONNREFUSED.*is the app running there\?/);
    expect(generator.output()).not.toContain('    at ');
  });

  test('reports in one line what is wrong with the YAML', async () => {
    const generator = generate('http://127.0.0.1:1', temporaryFolder(), {
      pubsub: { transport: 'carrier-pigeon' },
    });
    expect(await generator.ended).toBe(1);
    const lines = generator
      .output()
      .split('\n')
      .filter((line) => line.startsWith('pubsub: '));
    expect(lines).toEqual([
      'pubsub: load-tests/engine/test/news.yml: config.engines.pubsub.transport should be ddp or ddp-sockjs or socketio, not "carrier-pigeon"',
    ]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends on %s: no connection and no half-written file are left', async (signal, code) => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { variables: { duration: 60 } });
    await vi.waitFor(() => expect(existsSync(join(out, 'start.json'))).toBe(true), 30_000);
    generator.kill(signal);
    expect(await generator.ended).toBe(code);
    await vi.waitFor(() => expect(app.connections()).toBe(0), 10_000);
    const left = readdirSync(out).filter((name) => !/^(process|busy|answers)-/.test(name));
    expect(left.sort()).toEqual(['ready', 'schedule.json', 'start.json']);
    expect(JSON.parse(readFileSync(join(out, 'schedule.json'), 'utf8')).duration_ms).toBe(60_000);
  });
});
