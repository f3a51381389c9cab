import { ContractError } from '@meteor-vs-mean/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Throttle } from '../src/accounts/throttle.ts';

const limit = (count: number) => ({ count, per_ms: 60_000 });
let throttle: Throttle;

beforeEach(() => {
  vi.useFakeTimers();
  throttle = new Throttle({
    loginsPerAccount: limit(3),
    loginsPerAddress: limit(5),
    signUpsPerAddress: limit(2),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const fail = async () => {
  throw new ContractError('403', 'Wrong name or password');
};
const succeed = async () => 'in';
const codeOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'in',
    (error: ContractError) => error.code,
  );

test('refuses an account after so many failures, right and wrong alike, and whatever the case', async () => {
  for (const name of ['ada', 'ADA', 'Ada'])
    expect(await codeOf(throttle.tryPassword(name, 'here', fail))).toBe('403');
  for (const attempt of [fail, succeed]) {
    expect(await codeOf(throttle.tryPassword('ada', 'elsewhere', attempt))).toBe('too-many-requests');
  }
  expect(await codeOf(throttle.tryPassword('bob', 'here', succeed))).toBe('in');
  await expect(throttle.tryPassword('ada', 'here', succeed)).rejects.toThrow('try again in 60 s');
  vi.advanceTimersByTime(60_000);
  expect(await codeOf(throttle.tryPassword('ada', 'here', succeed))).toBe('in');
});

test('refuses an address after so many failures, of whichever accounts', async () => {
  for (let k = 0; k < 5; k++)
    expect(await codeOf(throttle.tryPassword(`name-${k}`, 'here', fail))).toBe('403');
  expect(await codeOf(throttle.tryPassword('ada', 'here', succeed))).toBe('too-many-requests');
  expect(await codeOf(throttle.tryPassword('ada', 'elsewhere', succeed))).toBe('in');
});

test('doesn’t count what succeeds, nor what went wrong otherwise', async () => {
  const breaking = () => Promise.reject(new ContractError('internal-error', 'the database is away'));
  for (let k = 0; k < 20; k++) {
    expect(await codeOf(throttle.tryPassword('ada', 'here', succeed))).toBe('in');
    expect(await codeOf(throttle.tryPassword('ada', 'here', breaking))).toBe('internal-error');
  }
});

test('verifies none that comes at once with others and is refused by then', async () => {
  const verify = vi.fn(fail);
  const codes = await Promise.all(
    Array.from({ length: 50 }, (_, k) => codeOf(throttle.tryPassword(`name-${k % 25}`, 'here', verify))),
  );
  expect(codes.filter((code) => code === '403')).toHaveLength(5);
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(45);
  expect(verify).toHaveBeenCalledTimes(5);
});

test('tells nothing more to those who try one account at once from many addresses', async () => {
  const codes = await Promise.all(
    Array.from({ length: 50 }, (_, k) => codeOf(throttle.tryPassword('ada', `address-${k}`, fail))),
  );
  expect(codes.filter((code) => code === '403')).toHaveLength(3);
});

test('lets some who are right wait for each other, and refuses the others of their address at once', async () => {
  let [running, atOnce] = [0, 0];
  const slowly = async () => {
    atOnce = Math.max(atOnce, ++running);
    await new Promise(setImmediate);
    running--;
  };
  vi.useRealTimers();
  const attempts = Array.from({ length: 50 }, (_, k) =>
    codeOf(throttle.tryPassword(`name-${k}`, 'here', slowly)),
  );
  expect(await codeOf(throttle.tryPassword('ada', 'elsewhere', succeed))).toBe('in');
  const codes = await Promise.all(attempts);
  expect(codes).toEqual([...Array(16).fill('in'), ...Array(34).fill('too-many-requests')]);
  expect(atOnce).toBe(1);
  expect(await codeOf(throttle.tryPassword('ada', 'here', succeed))).toBe('in');
});

test('lets an address make so many accounts', async () => {
  const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(throttle.signUp('there'))));
  expect(codes.filter((code) => code === 'in')).toHaveLength(2);
  await throttle.signUp('here');
  await throttle.signUp('here');
  await expect(throttle.signUp('here')).rejects.toThrow('Too many attempts');
  await throttle.signUp('elsewhere');
  vi.advanceTimersByTime(60_000);
  await throttle.signUp('here');
});
