import { expect, test } from 'vitest';
import { isOwnName, isOwnOrigin } from '../src/origins.ts';

const host = 'localhost:3000';

test('a page of this server over any scheme, a listed origin and no page at all are accepted', () => {
  expect(isOwnOrigin({ origin: 'http://localhost:3000', host }, [])).toBe(true);
  expect(isOwnOrigin({ origin: 'https://localhost:3000', host }, [])).toBe(true);
  expect(isOwnOrigin({ host }, [])).toBe(true);
  const origins = ['https://one.example', 'https://two.example'];
  expect(isOwnOrigin({ origin: 'https://two.example', host }, origins)).toBe(true);
});

test("another site's page is not accepted", () => {
  for (const origin of ['http://localhost:3001', 'http://evil.example', 'null', '']) {
    expect(isOwnOrigin({ origin, host }, ['https://one.example'])).toBe(false);
  }
  expect(isOwnOrigin({ origin: '', host }, [])).toBe(false);
});

test('an IP address is always an own name, a host name if an origin lists it', () => {
  const origins = ['https://todos.example:8443', 'http://127.0.0.1:4200'];
  for (const own of [
    'todos.example',
    'todos.example:8443',
    'localhost:3000',
    '192.0.2.1:3000',
    '[::1]:3000',
  ]) {
    expect(isOwnName({ host: own }, origins), own).toBe(true);
  }
  for (const other of ['evil.example', 'todos.example.evil.example', 'a b']) {
    expect(isOwnName({ host: other }, origins), other).toBe(false);
  }
  expect(isOwnName({ host: 'evil.example' }, [])).toBe(true);
});
