import { expect, test } from 'vitest';
import { addedLines } from '../added.ts';
import { found } from '../list.ts';

test('a word of the list is found, with what to write instead', () => {
  expect(found('// Whoever reads it is told anew.')).toEqual([
    '"anew": write again, or a new one',
    expect.stringContaining('"Whoever"'),
    expect.stringContaining('"is told"'),
  ]);
  expect(found('const renewed = told ?? goesOn; // as it is written')).toEqual([]);
});

test('only lines that a change adds are read, and a line that it moves is none of them', () => {
  const diff = [
    'diff --git a/one.ts b/one.ts',
    '--- a/one.ts',
    '+++ b/one.ts',
    '@@ -3 +3,2 @@ export function one() {',
    '-// it was here anew',
    '+// first',
    '+// second',
    '--- a/two.ts',
    '+++ b/two.ts',
    '@@ -0,0 +7 @@',
    '+  // it was here anew',
  ].join('\n');
  expect(addedLines(diff)).toEqual([
    { file: 'one.ts', number: 3, text: '// first' },
    { file: 'one.ts', number: 4, text: '// second' },
  ]);
});
