import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { JourneyFile } from '../../src/journey/file.ts';
import { temporaryFolder } from '../folder.ts';
import { runArtillery } from '../generator.ts';
import { roomsApp, roomsConfig } from './rooms-app.ts';

test('two processes with one folder make one account, and the last to end has it', async () => {
  const { url, counts } = await roomsApp();
  const folder = temporaryFolder();
  const out = mkdtempSync(join(folder, 'out-'));
  const owes = { audience: 'home', id: '{{ $vu }}' };
  const flow = [
    { subscribe: { name: 'enter', params: ['home'], follows: 'home' } },
    // Until the slower process is there as well.
    { think: 8 },
    { call: { name: 'add', params: ['home', { _id: owes.id, text: 'x' }], owes } },
    { think: 8 },
  ];
  const script = {
    config: {
      target: url,
      phases: [{ duration: 1, arrivalCount: 4 }],
      engines: { pubsub: { ...roomsConfig, out } },
    },
    scenarios: [{ engine: 'pubsub', flow }],
  };
  const file = join(folder, 'script.yml');
  writeFileSync(file, stringify(script));
  const both = [runArtillery([file]), runArtillery([file])];
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  const { deliveries, writes, users } = JSON.parse(
    readFileSync(join(out, 'journey.json'), 'utf8'),
  ) as JourneyFile;
  expect(counts).toMatchObject({ writes: 8, joins: 8 });
  expect(users).toEqual({ arrived: 8, connected: 8, completed: 8 });
  expect(writes).toMatchObject({ sent: 8, acknowledged: 8 });
  expect(deliveries).toMatchObject({ lost: 0, doubled: 0, unexpected: 0 });
  expect(deliveries.owed + deliveries.excused).toBe(counts.owed);
  expect(deliveries.seen).toBe(deliveries.owed);
  expect(readdirSync(out).filter((name) => name.endsWith('.log'))).toHaveLength(2);
  const lines = both.map((one) => one.output().match(/a journey of/g)?.length ?? 0);
  expect(lines.sort()).toEqual([0, 1]);
});
