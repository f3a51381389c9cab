import { statements } from '../charts/statements.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { lettersGiven } from '../letters.ts';

/** Whether exactly the letters of the chart's flaws were given. */
export const checkpoint: Checkpoint = async ({ answer }) =>
  lettersGiven(statements, answer, {
    number: 4,
    look: 'the chart',
    hint: 'read the small print of the chart',
  });
