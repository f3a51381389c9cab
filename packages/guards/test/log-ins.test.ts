import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogIns } from '../src/log-ins.ts';

const limit = (count: number) => ({ count, per_ms: 60_000 });
let logIns: LogIns;

class Refusal extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  logIns = new LogIns(
    { loginsPerAccount: limit(3), loginsPerAddress: limit(5), signUpsPerAddress: limit(2) },
    (sentence) => new Refusal('too-many-requests', sentence),
    (error) => error instanceof Refusal && error.code === '403',
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const fail = async () => {
  throw new Refusal('403', 'Wrong name or password');
};
const succeed = async () => 'in';
const codeOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'in',
    (error: Refusal) => error.code,
  );

test('rejects an account after too many failures, right passwords too, in any case of the name', async () => {
  for (const name of ['ada', 'ADA', 'Ada'])
    expect(await codeOf(logIns.attempt(name, 'here', fail))).toBe('403');
  for (const attempt of [fail, succeed]) {
    expect(await codeOf(logIns.attempt('ada', 'elsewhere', attempt))).toBe('too-many-requests');
  }
  expect(await codeOf(logIns.attempt('bob', 'here', succeed))).toBe('in');
  await expect(logIns.attempt('ada', 'here', succeed)).rejects.toThrow('try again in 60 s');
  vi.advanceTimersByTime(60_000);
  expect(await codeOf(logIns.attempt('ada', 'here', succeed))).toBe('in');
});

test('rejects an address after too many failures, for any account', async () => {
  for (let k = 0; k < 5; k++) expect(await codeOf(logIns.attempt(`name-${k}`, 'here', fail))).toBe('403');
  expect(await codeOf(logIns.attempt('ada', 'here', succeed))).toBe('too-many-requests');
  expect(await codeOf(logIns.attempt('ada', 'elsewhere', succeed))).toBe('in');
});

test('doesn’t count successes or other errors', async () => {
  const breaking = () => Promise.reject(new Refusal('internal-error', 'the database is away'));
  for (let k = 0; k < 20; k++) {
    expect(await codeOf(logIns.attempt('ada', 'here', succeed))).toBe('in');
    expect(await codeOf(logIns.attempt('ada', 'here', breaking))).toBe('internal-error');
  }
});

test('doesn’t verify a concurrent attempt that is over the limit by then', async () => {
  const verify = vi.fn(fail);
  const codes = await Promise.all(
    Array.from({ length: 50 }, (_, k) => codeOf(logIns.attempt(`name-${k % 25}`, 'here', verify))),
  );
  expect(codes.filter((code) => code === '403')).toHaveLength(5);
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(45);
  expect(verify).toHaveBeenCalledTimes(5);
});

test('concurrent attempts on one account from many addresses learn nothing more', async () => {
  const codes = await Promise.all(
    Array.from({ length: 50 }, (_, k) => codeOf(logIns.attempt('ada', `address-${k}`, fail))),
  );
  expect(codes.filter((code) => code === '403')).toHaveLength(3);
});

test('concurrent right passwords of one address wait, and those over the limit are rejected', async () => {
  let [running, atOnce] = [0, 0];
  const slowly = async () => {
    atOnce = Math.max(atOnce, ++running);
    await new Promise(setImmediate);
    running--;
  };
  vi.useRealTimers();
  const attempts = Array.from({ length: 50 }, (_, k) => codeOf(logIns.attempt(`name-${k}`, 'here', slowly)));
  expect(await codeOf(logIns.attempt('ada', 'elsewhere', succeed))).toBe('in');
  const codes = await Promise.all(attempts);
  expect(codes).toEqual([...Array(16).fill('in'), ...Array(34).fill('too-many-requests')]);
  expect(atOnce).toBe(1);
  expect(await codeOf(logIns.attempt('ada', 'here', succeed))).toBe('in');
});

test('limits the accounts that an address makes', () => {
  const signUp = (address: string) => () => logIns.signUp(address);
  for (let k = 0; k < 2; k++) logIns.signUp('here');
  expect(signUp('here')).toThrow('Too many attempts: try again in 60 s');
  logIns.signUp('elsewhere');
  vi.advanceTimersByTime(60_000);
  logIns.signUp('here');
});
