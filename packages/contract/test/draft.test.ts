import { expect, test } from 'vitest';
import { followed } from '../src/draft.ts';

test.each([
  ['nothing happened', { base: 'milk', text: 'bread' }, 'milk', { base: 'milk', text: 'bread' }],
  ['nothing was typed yet', { base: 'milk', text: 'milk' }, 'theirs', { base: 'theirs', text: 'theirs' }],
  [
    'both differ: the person has to choose',
    { base: 'milk', text: 'mine' },
    'theirs',
    { base: 'milk', text: 'mine' },
  ],
  ['somebody saved the same', { base: 'milk', text: 'same ' }, 'same', { base: 'same', text: 'same ' }],
])('%s', (_, draft, said, expected) => {
  expect(followed(draft, said)).toEqual(expected);
});
