import { expect, test } from 'vitest';
import { Pace } from '../imports/ui/queue/pace';

test('after so many it waits until the first of them is long enough ago', () => {
  const clock = { now_ms: 1000 };
  const pace = new Pace({ count: 2, per_ms: 100 }, () => clock.now_ms);
  pace.count();
  clock.now_ms += 30;
  expect(pace.wait_ms()).toBe(0);
  pace.count();
  expect(pace.wait_ms()).toBe(70);
  clock.now_ms += 70;
  expect(pace.wait_ms()).toBe(0);
  pace.count();
  expect(pace.wait_ms()).toBe(30);
});

test('what was done all the same counts', () => {
  const clock = { now_ms: 0 };
  const pace = new Pace({ count: 2, per_ms: 100 }, () => clock.now_ms);
  for (let n = 0; n < 3; n += 1) {
    pace.count();
    clock.now_ms += 10;
  }
  expect(pace.wait_ms()).toBe(80);
});
