/**
 * The tables of rules in the READMEs of compare and the lab, and the tables of a page's figures in that of
 * load-tests/experiments, from the rules and figures themselves. `npm run rules -w @meteor-vs-mean/infra` writes them between their marks, and a
 * test checks that they are up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { conditions, pageFigures } from '@meteor-vs-mean/experiments/browser/figures';
import { deliveryRules, type Rule, remarkRules, sampleRules } from '@meteor-vs-mean/measure/run';
import { root } from '@meteor-vs-mean/testbed/process';
import { withPart } from './marks.ts';

type Rules = readonly Pick<Rule<never>, 'code' | 'blames' | 'severity' | 'rule'>[];

const parts: readonly { page: string; name: string; text: string }[] = [
  { page: 'load-tests/compare/README.md', name: 'rules', text: rulesTable(deliveryRules) },
  { page: 'load-tests/compare/README.md', name: 'remarks', text: rulesTable(remarkRules) },
  { page: 'load-tests/lab/README.md', name: 'rules', text: rulesTable(sampleRules) },
  {
    page: 'load-tests/experiments/src/browser/README.md',
    name: 'figures',
    text: table(
      ['figure', 'what it is', 'how it is read'],
      pageFigures.map(({ key, title, note }) => [`\`${key}\``, title, note]),
    ),
  },
  {
    page: 'load-tests/experiments/src/browser/README.md',
    name: 'conditions',
    text: table(
      ['load', 'how a page is visited'],
      conditions.map(({ key, title }) => [`\`${key}\``, title]),
    ),
  },
];

export const pages = [...new Set(parts.map(({ page }) => page))];

/** A page of `pages` with the current tables. @throws if it lacks the marks */
export function withRules(page: string, text: string): string {
  return parts
    .filter((part) => part.page === page)
    .reduce(
      (now, { name, text: part }) => withPart(now, name, 'npm run rules -w @meteor-vs-mean/infra', part),
      text,
    );
}

/** Rules with the same code share a row. */
function rulesTable(rules: Rules): string {
  const byCode = Map.groupBy(rules, ({ code }) => code);
  return table(
    ['code', 'the rule', 'a round that breaks it is', 'blames'],
    [...byCode].map(([code, same]) => {
      const { blames, severity } = same[0] as Rules[number];
      const grade = severity === 'remark' ? 'valid' : (severity ?? 'void');
      return [`\`${code}\``, same.map(({ rule }) => rule).join('; '), grade, blames];
    }),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

if (import.meta.main) {
  for (const page of pages) {
    const file = path.join(root, page);
    await writeFile(file, withRules(page, await readFile(file, 'utf8')));
  }
}
