import { expect, test } from 'vitest';
import { isOwnOrigin } from '../imports/api/accounts/origin';

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
