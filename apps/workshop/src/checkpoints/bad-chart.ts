import { statements } from '../charts/statements.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Finding } from '../finding.ts';

const again = 'npm run workshop:check -- 4, and the letters of those that are true, such as: a c';

/** The letters that were typed are those of the lies, all of them and no other. */
export const checkpoint: Checkpoint = async ({ answer }) => {
  const letters = [...new Set(answer.join('').toLowerCase().replaceAll(/[\s,]/g, ''))];
  if (letters.length === 0)
    return [{ what: 'Answer', verdict: 'missing', says: 'none was given', remedy: again }];
  const unknown = letters.filter((letter) => !statements.some((one) => one.letter === letter));
  const findings: Finding[] = unknown.map((letter) => ({
    ...{ what: letter, verdict: 'missing', says: 'there is no such letter', remedy: again },
  }));
  for (const { letter, says, isLie, why } of statements) {
    if (!letters.includes(letter)) continue;
    findings.push(
      isLie
        ? { what: letter, verdict: 'ok', says: `${says}. ${why}` }
        : { what: letter, verdict: 'missing', says: `is not so: ${why}`, remedy: 'look at the chart again' },
    );
  }
  // How many are missing is told, and not which: they are to be found.
  const left = statements.filter(({ letter, isLie }) => isLie && !letters.includes(letter)).length;
  if (left > 0) {
    findings.push({
      what: 'To be found',
      verdict: 'missing',
      says: `${left} more`,
      remedy: 'read the small print of the chart',
    });
  }
  return findings;
};
