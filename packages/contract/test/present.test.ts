import { expect, test } from 'vitest';
import { presentIn } from '../src/index.ts';

const person = (nickname: string, expires_s: number) => ({ nickname, expiresAt: new Date(expires_s * 1000) });

test('a person with two tabs is listed once', () => {
  const people = [person('Ada', 15), person('Ada', 14), person('Ben', 15)];
  expect(presentIn(people).map(({ nickname }) => nickname)).toEqual(['Ada', 'Ben']);
});

test('people whose server stopped renewing them are gone', () => {
  expect(presentIn([person('Ada', 20), person('Ben', 5)])).toEqual([person('Ada', 20)]);
  expect(presentIn([person('Ada', 20), person('Ben', 6)])).toHaveLength(2);
  expect(presentIn([])).toEqual([]);
});
