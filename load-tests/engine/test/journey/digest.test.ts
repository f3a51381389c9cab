import { expect, test } from 'vitest';
import type { Witness } from '../../src/account/witness.ts';
import { digestsOf } from '../../src/journey/digest.ts';

const seeing = (document: Record<string, unknown>) =>
  ({ gone: () => [], documents: () => ({ presence: { ann: document } }) }) as unknown as Witness;

test('views are compared without the fields that the app changes by itself', () => {
  const [early, late] = [seeing({ name: 'Ann', until: 1 }), seeing({ until: 2, name: 'Ann' })];
  expect(digestsOf(early, ['until'])).toEqual(digestsOf(late, ['until']));
  expect(digestsOf(early)).not.toEqual(digestsOf(late));
  expect(digestsOf(early, ['until'])).not.toEqual(digestsOf(seeing({ name: 'Ben', until: 1 }), ['until']));
});
