import { expect, test } from 'vitest';
import { addedLines } from '../added.ts';
import { found } from '../list.ts';

test('a word of the list is found, with its replacement', () => {
  expect(found('// Whoever reads it is told anew.')).toEqual([
    '"anew": write again, or a new one',
    expect.stringContaining('"Whoever"'),
    expect.stringContaining('"is told"'),
  ]);
  expect(found('// Beside it, what was asked for is said, too.')).toHaveLength(4);
  expect(found('const renewed = told ?? goesOn; // as it is written')).toEqual([]);
  expect(found('// Besides, a stub stands in for it; too many ask for it.')).toEqual([]);
});

test('only added lines are read', () => {
  const diff = [
    'diff --git a/one.ts b/one.ts',
    '--- a/one.ts',
    '+++ b/one.ts',
    '@@ -3 +3,2 @@ export function one() {',
    '-// before',
    '+// first',
    '+// second',
    '--- a/two.ts',
    '+++ b/two.ts',
    '@@ -0,0 +7 @@',
    '+  // third',
  ].join('\n');
  expect(addedLines(diff)).toEqual([
    { file: 'one.ts', number: 3, text: '// first' },
    { file: 'one.ts', number: 4, text: '// second' },
    { file: 'two.ts', number: 7, text: '  // third' },
  ]);
});
