import { statements } from '../charts/statements.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { type Finding, missing, ok } from '../finding.ts';

const again = 'npm run workshop:check -- 4, with the letters of the true statements, such as: a c';

/** Whether exactly the letters of the chart's flaws were given. */
export const checkpoint: Checkpoint = async ({ answer }) => {
  const letters = [...new Set(answer.join('').toLowerCase().replaceAll(/[\s,]/g, ''))];
  if (letters.length === 0) return [missing('Answer', 'none was given', again)];
  const unknown = letters.filter((letter) => !statements.some((one) => one.letter === letter));
  const findings: Finding[] = unknown.map((letter) => missing(letter, 'there is no such letter', again));
  for (const { letter, says, isLie, why } of statements) {
    if (!letters.includes(letter)) continue;
    findings.push(
      isLie
        ? ok(letter, `${says}. ${why}`)
        : missing(letter, `is not true: ${why}`, 'look at the chart again'),
    );
  }
  // Report how many are missing, not which.
  const left = statements.filter(({ letter, isLie }) => isLie && !letters.includes(letter)).length;
  if (left > 0) {
    findings.push(missing('Still missing', `${left} more`, 'read the small print of the chart'));
  }
  return findings;
};
