import { join } from 'node:path';
import { openRelay, type Relay } from '@meteor-vs-mean/testbed/relay';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { startNewsApp } from './news-app.ts';
import { newsScript } from './news-script.ts';

/** An app behind two addresses, as two instances of it would be, and a run that is given both. */
async function runWithTwo(duration_s: number) {
  const app = await startNewsApp();
  onTestFinished(() => app.close());
  const { hostname: host, port } = new URL(app.url);
  const open = async () => {
    const relay = await openRelay({ host, port: Number(port) });
    onTestFinished(() => relay.close());
    return relay;
  };
  const relays = [await open(), await open()] as [Relay, Relay];
  const folder = temporaryFolder();
  const file = newsScript(relays[0].url, folder, ({ config }) => {
    Object.assign(config.variables, { duration: duration_s, writers: 2 });
    Object.assign(config.engines.pubsub, {
      targets: relays.map(({ url }) => url),
      reconnect: true,
      failOnLoss: false,
    });
  });
  return { app, relays, generator: runArtillery([file]), out: join(folder, 'out') };
}

test('subscribers and writers are spread over all instances', { timeout: 60_000 }, async () => {
  const { relays, generator, out } = await runWithTwo(1.5);
  expect([await generator.ended, generator.output()]).toEqual([0, expect.any(String)]);
  // Six subscribers and two writers.
  expect(relays.map((relay) => relay.counts().connections)).toEqual([4, 4]);
  expect(readRun(out).deliveries).toBe(180);
});

test('a client that loses an instance connects to another one, and its missed writes count', {
  timeout: 60_000,
}, async () => {
  const { app, relays, generator, out } = await runWithTwo(6);
  await vi.waitFor(() => expect(app.items).toBeGreaterThan(10), 30_000);
  relays[0].cut();
  expect([await generator.ended, generator.output()]).toEqual([0, expect.any(String)]);
  const run = readRun(out);
  expect(run.problems).toEqual([]);
  expect(run.disconnects).toBe(3);
  expect(relays[1].counts().connections).toBe(8);
  const { scheduled = 0, sent = 0, acknowledged = 0, unanswered = 0, unsent = 0 } = run.writers ?? {};
  expect([scheduled, sent]).toEqual([sent + unsent, acknowledged + unanswered]);
  // Those that stayed got all; those that moved got what came after.
  expect(run.deliveries).toBeGreaterThan(acknowledged * 3);
  expect(generator.output()).toMatch(/deliveries owed \(of acknowledged writes\), \d+ seen, \d+ lost/);
});
