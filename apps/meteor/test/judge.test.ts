import { limits } from '@meteor-vs-mean/contract';
import { expect, test, vi } from 'vitest';
import { judge, prove } from '../imports/api/accounts/judge';

const most = limits.loginsPerAccount.count;
const attemptAs = (name: string) => ({ name, address: `address of ${name}` });
const wrong = { isRight: false, wasVerified: true };
const right = { isRight: true, wasVerified: true };

test('an unknown account costs one verification, and is answered as a wrong password', async () => {
  const verify = vi.fn(async () => {});
  const unknown = { isRight: false, wasVerified: false };
  await expect(judge(unknown, attemptAs('nobody'), verify)).rejects.toMatchObject({ code: '403' });
  expect(verify).toHaveBeenCalledTimes(1);
  const refused = judge(wrong, attemptAs('somebody'), verify);
  await expect(refused).rejects.toThrow('Wrong name or password');
  await judge(right, attemptAs('somebody'), verify);
  expect(verify).toHaveBeenCalledTimes(1);
});

test('after so many failures right and wrong are refused alike, in any case of the name', async () => {
  const verify = async () => {};
  for (let n = 0; n < most; n += 1) {
    await expect(judge(wrong, attemptAs('Ann'), verify)).rejects.toMatchObject({ code: '403' });
  }
  for (const outcome of [wrong, right]) {
    const attempt = { name: 'aNN', address: 'another' };
    await expect(judge(outcome, attempt, verify)).rejects.toMatchObject({ code: 'too-many-requests' });
  }
  await judge(right, attemptAs('Bob'), verify);
});

test('of many at once no more are let through', async () => {
  const tries = Array.from({ length: most + 5 }, () => judge(wrong, attemptAs('many'), async () => {}));
  const codes = (await Promise.allSettled(tries)).map((each) => (each as PromiseRejectedResult).reason.code);
  expect(codes.filter((code) => code === '403')).toHaveLength(most);
});

test('a password that is proven is no failure; whatever else goes wrong is', async () => {
  const attempt = attemptAs('prover');
  for (let n = 0; n <= most; n += 1) expect(await prove(attempt, async () => n)).toBe(n);
  const unreadable = async () => {
    throw new TypeError('hash is undefined');
  };
  for (let n = 0; n < most; n += 1) {
    await expect(prove(attempt, unreadable)).rejects.toMatchObject({ code: '403' });
  }
  await expect(prove(attempt, async () => 0)).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('a database that is out of reach is no wrong password', async () => {
  const failure = Object.assign(new Error('out of reach'), { name: 'MongoNetworkError' });
  const attempt = attemptAs('unlucky');
  for (let n = 0; n <= most; n += 1) {
    await expect(
      prove(attempt, async () => {
        throw failure;
      }),
    ).rejects.toBe(failure);
  }
});
