import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { startNewsApp } from './news-app.ts';

test('clients hold until the file release appears, and leave an account', async () => {
  const app = await startNewsApp();
  onTestFinished(() => app.close());
  const out = temporaryFolder();
  const overrides = {
    config: { engines: { pubsub: { out } } },
    scenarios: [
      {
        engine: 'pubsub',
        flow: [
          { subscribe: { name: 'follow', params: ['times'] } },
          { hold: { until: 'ready' } },
          { call: { name: 'post', params: [{ id: '{{ $vu }}' }] } },
          { hold: { until: 'released', for: 60 } },
        ],
      },
    ],
  };
  const scenario = join(import.meta.dirname, 'news.yml');
  const generator = runArtillery(['--target', app.url, '--overrides', JSON.stringify(overrides), scenario]);
  await vi.waitFor(() => expect(app.items).toBe(6), 30_000);
  expect(app.connections()).toBe(6);
  writeFileSync(join(out, 'release'), '');
  expect(await generator.ended).toBe(0);
  const run = readRun(out);
  expect([run.problems, run.subscribers.length, run.schedule]).toEqual([[], 6, undefined]);
  expect(run.start?.subscribers).toBe(6);
  expect(run.receivers[0]?.file.calls).toMatchObject({ sent: 6, acknowledged: 6, refused: 0, unanswered: 0 });
  // Before its own answer each client has had its own item and those before it; the rest may be under way at the end.
  expect(run.others).toBeGreaterThanOrEqual(1 + 2 + 3 + 4 + 5 + 6);
  expect(run.others).toBeLessThanOrEqual(36);
});

test('a folder of an earlier run is refused in one line, and Artillery exits with 1', async () => {
  const app = await startNewsApp();
  onTestFinished(() => app.close());
  const out = temporaryFolder();
  const overrides = {
    config: { engines: { pubsub: { out } } },
    scenarios: [{ engine: 'pubsub', flow: [{ hold: { for: 0 } }] }],
  };
  const scenario = join(import.meta.dirname, 'news.yml');
  const args = ['--target', app.url, '--overrides', JSON.stringify(overrides), scenario];
  // Six have held here, and their processes are gone.
  writeFileSync(join(out, 'ready'), '......');
  const again = runArtillery(args);
  expect(await again.ended).toBe(1);
  expect(again.output().match(/^pubsub: .*/gm)).toEqual([
    `pubsub: out: ${out} holds an earlier run: name an empty folder, or none`,
    'pubsub: nobody-connected, none of 6 virtual users connected',
  ]);
});

test('a hold until ready after another hold waits no longer than readyTimeout', async () => {
  const app = await startNewsApp();
  onTestFinished(() => app.close());
  const out = temporaryFolder();
  const overrides = {
    config: { engines: { pubsub: { out, subscribers: 7, readyTimeout: 2 } } },
    scenarios: [{ engine: 'pubsub', flow: [{ hold: { for: 0 } }, { hold: { until: 'ready' } }] }],
  };
  const scenario = join(import.meta.dirname, 'news.yml');
  const generator = runArtillery(['--target', app.url, '--overrides', JSON.stringify(overrides), scenario]);
  expect(await generator.ended).toBe(1);
  expect(readRun(out).void?.reason).toBe('6 of 7 subscribers had their snapshots after 2 s');
});
