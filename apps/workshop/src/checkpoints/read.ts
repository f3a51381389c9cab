import type { Checkpoint } from '../checkpoint.ts';
import { lettersGiven } from '../letters.ts';
import { readStatements } from '../read-statements.ts';

/** Whether exactly the letters of the true statements about the code were given. */
export const checkpoint: Checkpoint = async ({ answer }) =>
  lettersGiven(readStatements, answer, {
    number: 7,
    look: 'the two files',
    hint: 'follow one tick through all of its files',
  });
