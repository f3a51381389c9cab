import { expect, test } from 'vitest';
import { asTyped, isToy, OptionError, withoutSpeed } from '../src/index.ts';

test('TOY is 1 or not set; anything else is refused in one line', () => {
  expect([isToy({}), isToy({ TOY: '' }), isToy({ TOY: '0' }), isToy({ TOY: '1' })]).toEqual([
    ...[false, false, false],
    true,
  ]);
  expect(() => isToy({ TOY: 'yes' })).toThrow(OptionError);
  expect(() => isToy({ TOY: 'yes' })).toThrow(/^TOY=yes: must be 1, .*$/);
});

test('a busy machine makes no toy void, and a broken account does', () => {
  const reasons = ['machine-busy', 'account-broken', 'sender-late', 'client-busy'].map((code) => ({
    ...{ code, threshold: '', reading: '', remedy: '' },
  }));
  expect(withoutSpeed(reasons).map(({ code }) => code)).toEqual(['account-broken']);
});

test('the command in its manifest makes a toy again', () => {
  expect(asTyped('npm run compare', ['--full'], true)).toBe('TOY=1 npm run compare -- --full');
  expect(asTyped('npm run compare', [], false)).toBe('npm run compare');
});
