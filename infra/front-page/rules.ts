/**
 * The tables of rules in the READMEs of compare and the lab, from the rules themselves: `npm run rules` writes them
 * between their marks. A test sees to it that what stands there is what the rules say.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deliveryRules, echoRules, gridRules, type Rule, remarkRules } from '@meteor-vs-mean/bench';
import { withPart } from './marks.ts';

const root = path.resolve(import.meta.dirname, '../..');

type Rules = readonly Pick<Rule<never>, 'code' | 'blames' | 'ofSpeed' | 'rule'>[];

const parts: readonly { page: string; name: string; rules: Rules }[] = [
  { page: 'load-tests/compare/README.md', name: 'rules', rules: [...deliveryRules, ...echoRules] },
  { page: 'load-tests/compare/README.md', name: 'remarks', rules: remarkRules },
  { page: 'load-tests/lab/README.md', name: 'rules', rules: gridRules },
];

export const pages = [...new Set(parts.map(({ page }) => page))];

/** A page of `pages` with the tables of today's rules. @throws if it lacks the marks */
export function withRules(page: string, text: string): string {
  return parts
    .filter((part) => part.page === page)
    .reduce((now, { name, rules }) => withPart(now, name, 'npm run rules', table(rules)), text);
}

/** Rules of one code share a row. */
function table(rules: Rules): string {
  const byCode = Map.groupBy(rules, ({ code }) => code);
  const rows = [...byCode].map(([code, same]) => {
    const { blames, ofSpeed } = same[0] as Rules[number];
    return `| \`${code}\` | ${same.map(({ rule }) => rule).join('; ')} | ${blames} | ${ofSpeed ? 'yes' : ''} |`;
  });
  return ['| code | the rule | blames | of speed |', '|---|---|---|---|', ...rows].join('\n');
}

if (import.meta.main) {
  for (const page of pages) {
    const file = path.join(root, page);
    await writeFile(file, withRules(page, await readFile(file, 'utf8')));
  }
}
