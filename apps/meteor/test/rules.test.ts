import { password, username } from '@meteor-vs-mean/contract';
import { expect, test } from 'vitest';
import { missing, wrongPassword, wrongUsername } from '../imports/accounts/rules';

const texts = ['', 'a', 'ab', 'Ann_b.c-9', 'ann b', 'änn', 'ann@b', 'a'.repeat(30), 'a'.repeat(31)];
const passwords = ['', '1234567', '12345678', 'x'.repeat(128), 'x'.repeat(129)];

test("the form rejects what the contract rejects, in the field's own words", () => {
  for (const text of texts) expect(wrongUsername(text) === undefined).toBe(username.safeParse(text).success);
  for (const text of passwords) {
    expect(wrongPassword(text) === undefined).toBe(password.safeParse(text).success);
  }
});

test('an existing password only needs a value', () => {
  expect(missing('', 'Type it')).toBe('Type it');
  expect(missing('x', 'Type it')).toBeUndefined();
});
