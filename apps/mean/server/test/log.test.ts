import { expect, test } from 'vitest';
import { addressOf, quotaKey } from '../src/address.ts';
import { boundedLog } from '../src/log.ts';

test('what a client sent stays in one line of the log', () => {
  const lines: string[] = [];
  boundedLog((line) => lines.push(line))('a\nb\r\u2028\u001b[2Jc');
  expect(lines).toEqual(['a\\nb\\u000d\\u2028\\u001b[2Jc']);
});

test('of what is said again and again the log has a part, and how much more there was', () => {
  const lines: string[] = [];
  let now_ms = 0;
  const log = boundedLog(
    (line) => lines.push(line),
    () => now_ms,
  );
  for (let k = 0; k < 1000; k++) log('again');
  expect(lines).toEqual(Array(50).fill('again'));
  now_ms = 1000;
  log('next');
  expect(lines.slice(50)).toEqual(['(950 lines more in one second)', 'next']);
});

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
