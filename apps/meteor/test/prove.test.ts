import { ContractError } from '@meteor-vs-mean/contract';
import { Accounts } from 'meteor/accounts-base';
import { expect, test, vi } from 'vitest';
import { hashInTurns, prove } from '../imports/accounts/prove';

vi.mock('meteor/accounts-base', () => ({ Accounts: {} }));

const attemptAs = (name: string) => ({ name, address: `address of ${name}` });
const right = async () => 'right';
const wrong = async () => {
  throw new TypeError('any error of a wrong password');
};

test('accounts are created two at a time, in turns with password verifications', async () => {
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

test('an unreachable database or too many attempts are no wrong password', async () => {
  const outOfReach = Object.assign(new Error('out of reach'), { name: 'MongoNetworkError' });
  const busy = new ContractError('too-many-requests', 'try again');
  for (const failure of [busy, outOfReach]) {
    await expect(prove(attemptAs('unlucky'), () => Promise.reject(failure))).rejects.toBe(failure);
  }
});

test('any other error is a wrong password', async () => {
  expect(await prove(attemptAs('Bob'), right)).toBe('right');
  await expect(prove(attemptAs('Bob'), wrong)).rejects.toMatchObject({ code: '403' });
});
