import { expect, test } from 'vitest';
import { isOwnName, isOwnOrigin } from '../imports/api/accounts/origin';

test('a page of this server, whatever carries it, one that is listed, and no page at all', () => {
  expect(isOwnOrigin('http://localhost:3000', 'localhost:3000', undefined)).toBe(true);
  expect(isOwnOrigin('https://localhost:3000', 'localhost:3000', undefined)).toBe(true);
  expect(isOwnOrigin(undefined, 'localhost:3000', undefined)).toBe(true);
  const origins = 'https://one.example, https://two.example';
  expect(isOwnOrigin('https://two.example', 'localhost:3000', origins)).toBe(true);
});

test("nobody else's page", () => {
  for (const origin of ['http://localhost:3001', 'http://evil.example', 'null', '']) {
    expect(isOwnOrigin(origin, 'localhost:3000', 'https://one.example')).toBe(false);
  }
  expect(isOwnOrigin('', 'localhost:3000', '')).toBe(false);
});

test('a name is its own if ORIGINS lists it, and an address always', () => {
  const origins = 'https://todos.example:8443, http://127.0.0.1:4200';
  for (const host of [
    'todos.example',
    'todos.example:8443',
    'localhost:3000',
    '192.0.2.1:3000',
    '[::1]:3000',
  ]) {
    expect(isOwnName(host, origins), host).toBe(true);
  }
  for (const host of ['evil.example', 'todos.example.evil.example', 'a b']) {
    expect(isOwnName(host, origins), host).toBe(false);
  }
  expect(isOwnName('evil.example', undefined)).toBe(true);
});
