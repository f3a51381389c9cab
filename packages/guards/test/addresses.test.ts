import { expect, test } from 'vitest';
import { addressOf, OpenConnections, quotaKey } from '../src/addresses.ts';

test('an IPv4 address counts alone, an IPv6 address by its network', () => {
  expect(quotaKey('192.0.2.1')).toBe('192.0.2.1');
  expect(quotaKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(quotaKey('2001:db8:0:1::1')).toBe(quotaKey('2001:db8:0:1:ffff:ffff:ffff:ffff'));
  expect(quotaKey('2001:db8:0:1::1')).not.toBe(quotaKey('2001:db8:0:2::1'));
  expect(quotaKey('')).toBe(quotaKey('<script>'));
});

test('only trusted proxies name the client', () => {
  const asked = (forwarded: string | undefined, proxies: number) =>
    addressOf('127.0.0.1', forwarded, proxies);
  expect(asked('192.0.2.9, 192.0.2.1', 0)).toBe('127.0.0.1');
  expect(asked('192.0.2.9, 192.0.2.1', 1)).toBe('192.0.2.1');
  expect(asked('192.0.2.9, 192.0.2.1', 2)).toBe('192.0.2.9');
  expect(asked('192.0.2.1', 2)).toBe('192.0.2.1');
  expect(asked(undefined, 1)).toBe('127.0.0.1');
});

test('one address has a limited number of connections at a time', () => {
  const connections = new OpenConnections(2);
  expect([1, 2, 3].map(() => connections.open('a'))).toEqual([true, true, false]);
  expect(connections.open('b')).toBe(true);
  connections.close('a');
  expect([1, 2].map(() => connections.open('a'))).toEqual([true, false]);
});
