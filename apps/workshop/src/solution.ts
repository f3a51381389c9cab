/** `npm run workshop:solution`: puts the due date of exercise 7 into the apps, or takes it out again. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  exit,
  flag,
  nameFrom,
  OptionError,
  repeated,
  root,
  runCommand,
} from '@meteor-vs-mean/testbed/process';

/** In the order in which they are best read. */
const parts = ['contract', 'style', 'mean', 'meteor'] as const;

const command = {
  name: 'workshop:solution',
  about: `The due date of a todo, in the sources of both apps. Changes of your own in the same lines are in its way: look at
them with git diff, and put them aside with git stash. Without --apply or --undo it only tells what --apply would change.`,
  options: {
    apply: flag('changes the sources'),
    undo: flag('takes the due date out again'),
    only: repeated('<part>', `${parts.join(', ')}: one part; may be given more than once`, nameFrom(parts)),
  },
};

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

/** What would be changed, and how to change it. */
async function tell(wanted: readonly string[], only: readonly string[]): Promise<number> {
  const { stdout } = await git(['--check', '--numstat', ...wanted.map(patchOf)]);
  console.log(`Nothing was changed yet: --apply would change these files (${wanted.join(', ')}).\n`);
  for (const line of stdout.trim().split('\n')) {
    const [added, removed, file] = line.split('\t');
    console.log(`  ${file}  +${added} -${removed}`);
  }
  const parts = only.map((part) => ` --only ${part}`).join('');
  console.log(`\nTo change them: npm run workshop:solution -- --apply${parts}`);
  return exit.done;
}

await runCommand(command, async ({ values }) => {
  if (values.apply && values.undo) throw new OptionError('--apply and --undo exclude each other: give one');
  const asked = parts.filter((part) => values.only.length === 0 || values.only.includes(part));
  const direction = values.undo ? ['--reverse'] : [];
  // Whoever took a part of it before, or took a part out, goes on from there.
  const done = await Promise.all(asked.map((part) => fits(part, values.undo ? [] : ['--reverse'])));
  const left = asked.filter((_, index) => !done[index]);
  const wanted = left.length > 0 ? left : asked;
  try {
    if (!values.apply && !values.undo) return await tell(wanted, values.only);
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
  return exit.done;
});
