import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Pace } from '../../src/journey/pace.ts';

test('a late user thinks for less time until it has caught up', async () => {
  const pace = new Pace();
  const began_ms = performance.now();
  const first_ns = pace.due_ns;
  await sleep(150);
  expect(pace.late_ms()).toBeGreaterThan(140);
  // Due after 100 ms: at once.
  await pace.think(100);
  expect(Number(pace.due_ns - first_ns) / 1e6).toBe(100);
  expect(pace.late_ms()).toBeGreaterThan(40);
  await pace.think(200);
  expect(Number(pace.due_ns - first_ns) / 1e6).toBe(300);
  expect(performance.now() - began_ms).toBeGreaterThan(298);
  expect(pace.late_ms()).toBeLessThan(100);
});

test('after what the flow does not plan, the next step is due at once', async () => {
  const pace = new Pace();
  await sleep(50);
  pace.restart();
  expect(pace.late_ms()).toBeLessThan(20);
});
