import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { measureUsage } from '../src/process/receiver-usage.ts';

test('reports how long the event loop stood still during the measurement', async () => {
  const end = measureUsage();
  await wait(20);
  const until = performance.now() + 120;
  while (performance.now() < until);
  await wait(20);
  const { stalled_ms, window_ms, utilisation, waiting_ms } = end();
  expect(stalled_ms).toBeGreaterThanOrEqual(120);
  expect(window_ms).toBeGreaterThanOrEqual(stalled_ms);
  expect(utilisation).toBeGreaterThan(0);
  if (process.platform === 'linux') expect(waiting_ms).toBeGreaterThanOrEqual(0);
});

test('a stall that has not ended yet counts', () => {
  const end = measureUsage();
  const until = performance.now() + 80;
  while (performance.now() < until);
  expect(end().stalled_ms).toBeGreaterThanOrEqual(80);
});
