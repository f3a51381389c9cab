import { expect, test } from 'vitest';
import { addressOf, quotaKey } from '../src/address.ts';

test('an address is counted as it is, of version 6 by its network', () => {
  expect(quotaKey('192.0.2.1')).toBe('192.0.2.1');
  expect(quotaKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(quotaKey('2001:db8:0:1::1')).toBe(quotaKey('2001:db8:0:1:ffff:ffff:ffff:ffff'));
  expect(quotaKey('2001:db8:0:1::1')).not.toBe(quotaKey('2001:db8:0:2::1'));
  expect(quotaKey('nothing like it')).toBe('nothing like it');
});

test('who asks is said by as many proxies as are trusted', () => {
  const request = (forwarded: string) =>
    ({
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '127.0.0.1' },
    }) as unknown as Parameters<typeof addressOf>[0];
  expect(addressOf(request('192.0.2.9, 192.0.2.1'), 0)).toBe('127.0.0.1');
  expect(addressOf(request('192.0.2.9, 192.0.2.1'), 1)).toBe('192.0.2.1');
  expect(addressOf(request('192.0.2.9, 192.0.2.1'), 2)).toBe('192.0.2.9');
});
