import { expect, test } from 'vitest';
import { Quota } from '../src/quota.ts';

function quotaAt() {
  const clock = { now_ms: 1000 };
  return { clock, quota: new Quota({ count: 2, per_ms: 100 }, () => clock.now_ms) };
}

test('a key with a full window waits for its end, and no other key does', () => {
  const { clock, quota } = quotaAt();
  quota.count('a');
  clock.now_ms += 10;
  expect(quota.wait_ms('a')).toBe(0);
  quota.count('a');
  expect(quota.wait_ms('a')).toBe(90);
  expect(quota.wait_ms('b')).toBe(0);
  clock.now_ms += 90;
  expect(quota.wait_ms('a')).toBe(0);
});

test('the next window starts with the next count', () => {
  const { clock, quota } = quotaAt();
  quota.count('a');
  clock.now_ms += 150;
  quota.count('a');
  quota.count('a');
  clock.now_ms += 99;
  expect(quota.wait_ms('a')).toBe(1);
});

test('a forgiven count does not count', () => {
  const { quota } = quotaAt();
  for (let n = 0; n < 5; n += 1) {
    quota.count('a');
    quota.forgive('a');
  }
  expect(quota.wait_ms('a')).toBe(0);
});

test('reports a key over its allowance, however many it counts at once, and forgets it', () => {
  const { quota } = quotaAt();
  expect(quota.count('a', 2)).toBe(true);
  expect(quota.count('a')).toBe(false);
  expect(quota.count('b', 3)).toBe(false);
  quota.forget('a');
  expect(quota.count('a')).toBe(true);
});
