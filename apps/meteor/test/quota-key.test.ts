import { expect, test } from 'vitest';
import { quotaKey } from '../imports/api/guards/quota-key';

test('an IPv4 address is itself, also where it comes in the clothes of IPv6', () => {
  expect(quotaKey('192.0.2.7')).toBe('192.0.2.7');
  expect(quotaKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
});

test('what one household gets of IPv6 is one', () => {
  const one = quotaKey('2001:db8:1:2::1');
  expect(quotaKey('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(one);
  expect(quotaKey('2001:db8:1:3::1')).not.toBe(one);
});

test('all who come without one are one', () => {
  expect(quotaKey(null)).toBe(quotaKey('<script>'));
});
