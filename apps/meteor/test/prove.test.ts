import { ContractError, limits } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import { expect, test, vi } from 'vitest';
import { hashInTurns, prove } from '../imports/accounts/prove';

vi.mock('meteor/accounts-base', () => ({ Accounts: {} }));

const most = limits.loginsPerAccount.count;
const attemptAs = (name: string) => ({ name, address: `address of ${name}` });
const right = async () => 'right';
const wrong = async () => {
  throw new TypeError('whatever says that it is wrong');
};
const codesOf = async (tries: Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).map((each) =>
    each.status === 'rejected' ? each.reason.code : each.value,
  );

test('after so many failures right and wrong are refused alike, in any case of the name', async () => {
  for (let n = 0; n < most; n += 1) {
    await expect(prove(attemptAs('Ann'), wrong)).rejects.toMatchObject({ code: '403' });
  }
  const attempt = { name: 'aNN', address: 'another' };
  for (const verify of [wrong, right]) {
    await expect(prove(attempt, verify)).rejects.toMatchObject({ code: 'too-many-requests' });
  }
  expect(await prove(attemptAs('Bob'), right)).toBe('right');
});

test('of many at once no more are verified, from however many addresses', async () => {
  const verify = vi.fn(wrong);
  const tries = Array.from({ length: most + 5 }, (_, n) => prove({ name: 'many', address: `${n}` }, verify));
  expect((await codesOf(tries)).filter((code) => code === '403')).toHaveLength(most);
  expect(verify).toHaveBeenCalledTimes(most);
});

test('one address has one password verified at a time, and the server two', async () => {
  const underWay: string[] = [];
  const seen: string[][] = [];
  const tryAs = (name: string, address: string) =>
    prove({ name, address }, async () => {
      underWay.push(address);
      seen.push([...underWay]);
      await new Promise((resolve) => setImmediate(resolve));
      underWay.splice(underWay.indexOf(address), 1);
    });
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => tryAs(`queued-${n}`, ['one', 'two', 'three'][n % 3] as string)),
  );
  expect(Math.max(...seen.map(({ length }) => length))).toBe(2);
  expect(seen.filter((addresses) => new Set(addresses).size < addresses.length)).toEqual([]);
});

test('accounts are made two at a time, beside passwords that are verified', async () => {
  let [underWay, most] = [0, 0];
  const hash = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return 'id';
  };
  Accounts.createUserVerifyingEmail = hash;
  hashInTurns();
  const made = Array.from({ length: 6 }, () => Accounts.createUserVerifyingEmail({ username: 'new' }));
  const proven = ['here', 'there'].map((address) => prove({ name: address, address }, hash));
  expect(await Promise.all([...made, ...proven])).toEqual(Array(8).fill('id'));
  expect(most).toBe(2);
});

test('more than an address may fail at do not wait for long', async () => {
  const verify = vi.fn(wrong);
  const tries = Array.from({ length: 300 }, (_, n) =>
    prove({ name: `crowd-${n}`, address: 'crowd' }, verify),
  );
  const refused = tries.slice(100).map((each) => Promise.race([each, Promise.resolve('waits')]));
  await Promise.allSettled(tries);
  expect(await codesOf(refused)).not.toContain('waits');
  expect(verify).toHaveBeenCalledTimes(limits.loginsPerAddress.count);
});

test('a password that is proven is no failure; whatever else goes wrong is', async () => {
  const attempt = attemptAs('prover');
  for (let n = 0; n <= most; n += 1) expect(await prove(attempt, async () => n)).toBe(n);
  for (let n = 0; n < most; n += 1) {
    await expect(prove(attempt, wrong)).rejects.toMatchObject({ code: '403' });
  }
  await expect(prove(attempt, right)).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('a database that is out of reach is no wrong password, nor is one that many wait for', async () => {
  const outOfReach = Object.assign(new Error('out of reach'), { name: 'MongoNetworkError' });
  const busy = new ContractError('too-many-requests', 'try again');
  const attempt = attemptAs('unlucky');
  for (let n = 0; n <= most; n += 1) {
    const failure = n % 2 ? busy : outOfReach;
    await expect(prove(attempt, () => Promise.reject(failure))).rejects.toBe(failure);
  }
});
