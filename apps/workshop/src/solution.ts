/** `npm run workshop:solution`: puts the due date of exercise 7 into the apps, or takes it out again. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { runAs } from './option.ts';
import { root } from './places.ts';

const help = `npm run workshop:solution [-- options]

Puts the due date of a todo into the sources of both apps. Changes of your own in the same lines are in its way:
look at them with git diff, and put them aside with git stash.

  --only contract|style|mean|meteor   one part; may be given more than once
  --undo                              takes it out again
  --help`;

/** In the order in which they are best read. */
const parts = ['contract', 'style', 'mean', 'meteor'] as const;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      undo: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const unknown = values.only.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0)
    throw new Error(`There is no part '${unknown.join(', ')}': choose ${parts.join(', ')}`);
  const asked = parts.filter((part) => values.only.length === 0 || values.only.includes(part));
  const direction = values.undo ? ['--reverse'] : [];
  // Whoever took a part of it before, or took a part out, goes on from there.
  const done = await Promise.all(asked.map((part) => fits(part, values.undo ? [] : ['--reverse'])));
  const left = asked.filter((_, index) => !done[index]);
  const wanted = left.length > 0 ? left : asked;
  try {
    // All of them or none: git applies nothing where one part of it doesn't fit.
    await git([...direction, ...wanted.map(patchOf)]);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const why = (stderr ?? (error as Error).message).trim().split('\n')[0];
    const remedy = values.undo
      ? 'it was changed since, or is not there: look with git diff'
      : 'it is there already, or changes of your own are in its way: look with git diff';
    throw new Error(`Nothing was changed: ${why}. Perhaps ${remedy}`);
  }
  console.log(
    values.undo ? `Taken out again: ${wanted.join(', ')}` : `In place: ${wanted.join(', ')}. See git diff`,
  );
  const before = asked.filter((part) => !wanted.includes(part));
  if (before.length > 0) console.log(`As it was already: ${before.join(', ')}`);
  return 0;
}

const patchOf = (part: string): string => path.resolve(import.meta.dirname, '../solution', `${part}.patch`);

function git(args: readonly string[]) {
  return promisify(execFile)('git', ['apply', ...args], { cwd: root });
}

/** Whether a part could be put in, or taken out. */
function fits(part: string, direction: readonly string[]): Promise<boolean> {
  return git(['--check', ...direction, patchOf(part)]).then(
    () => true,
    () => false,
  );
}

await runAs('workshop:solution', main);
