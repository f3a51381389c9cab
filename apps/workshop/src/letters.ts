import { type Finding, missing, ok } from './finding.ts';

/** One of several statements of an exercise: some are true, some aren't. */
export interface Statement {
  letter: string;
  says: string;
  isTrue: boolean;
  /** How to see it, or why it isn't true. */
  why: string;
}

/** The words of one exercise. */
interface Exercise {
  number: number;
  /** What to look at again. */
  look: string;
  /** What to do if statements are missing. */
  hint: string;
}

/** Whether exactly the letters of the true statements were given. @param answer the words that were typed */
export function lettersGiven(
  statements: readonly Statement[],
  answer: readonly string[],
  { number, look, hint }: Exercise,
): Finding[] {
  const again = `npm run workshop:check -- ${number}, with the letters of the true statements, such as: a c`;
  const letters = [...new Set(answer.join('').toLowerCase().replaceAll(/[\s,]/g, ''))];
  if (letters.length === 0) return [missing('Answer', 'none was given', again)];
  const unknown = letters.filter((letter) => !statements.some((one) => one.letter === letter));
  const findings: Finding[] = unknown.map((letter) => missing(letter, 'there is no such letter', again));
  for (const { letter, says, isTrue, why } of statements) {
    if (!letters.includes(letter)) continue;
    findings.push(
      isTrue
        ? ok(letter, `${says}. ${why}`)
        : missing(letter, `is not true: ${why}`, `look at ${look} again`),
    );
  }
  // Report how many are missing, not which.
  const left = statements.filter(({ letter, isTrue }) => isTrue && !letters.includes(letter)).length;
  if (left > 0) findings.push(missing('Still missing', `${left} more`, hint));
  return findings;
}
