import { expect, test } from 'vitest';
import { allowanceFrom, Throttle } from '../imports/api/accounts/throttle';

function throttleAt() {
  const clock = { now_ms: 1000 };
  return { clock, throttle: new Throttle({ count: 2, per_ms: 100 }, () => clock.now_ms) };
}

test('a full window has a key wait for its end, and no other key', () => {
  const { clock, throttle } = throttleAt();
  throttle.count('a');
  clock.now_ms += 10;
  expect(throttle.wait_ms('a')).toBe(0);
  throttle.count('a');
  expect(throttle.wait_ms('a')).toBe(90);
  expect(throttle.wait_ms('b')).toBe(0);
  clock.now_ms += 90;
  expect(throttle.wait_ms('a')).toBe(0);
});

test('the next window begins with the next failure', () => {
  const { clock, throttle } = throttleAt();
  throttle.count('a');
  clock.now_ms += 150;
  throttle.count('a');
  throttle.count('a');
  clock.now_ms += 99;
  expect(throttle.wait_ms('a')).toBe(1);
});

test('what is forgiven was no failure', () => {
  const { throttle } = throttleAt();
  for (let n = 0; n < 5; n += 1) {
    throttle.count('a');
    throttle.forgive('a');
  }
  expect(throttle.wait_ms('a')).toBe(0);
});

test('the environment sets a count; another value than a whole number from 1 up is refused by name', () => {
  const allowance = { count: 5, per_ms: 100 };
  expect(allowanceFrom({}, 'SOME_COUNT', allowance)).toEqual(allowance);
  expect(allowanceFrom({ SOME_COUNT: '' }, 'SOME_COUNT', allowance)).toEqual(allowance);
  expect(allowanceFrom({ SOME_COUNT: '12' }, 'SOME_COUNT', allowance)).toEqual({ count: 12, per_ms: 100 });
  for (const value of ['0', '-1', '1.5', 'many', '1e3']) {
    expect(() => allowanceFrom({ SOME_COUNT: value }, 'SOME_COUNT', allowance)).toThrow(
      `SOME_COUNT is '${value}'`,
    );
  }
});
