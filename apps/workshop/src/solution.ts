/** `npm run workshop:solution`: adds exercise 8's due date to the apps, or removes it. */
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

/** In the best order for reading. */
const parts = ['contract', 'style', 'mean', 'meteor'] as const;

const command = {
  name: 'workshop:solution',
  about: `Adds a due date to todos in the sources of both apps. It conflicts with your own changes in the same lines: see them with
git diff, and stash them with git stash. Without --apply or --undo it only prints what --apply would change.`,
  options: {
    apply: flag('changes the sources'),
    undo: flag('removes the due date again'),
    only: repeated('<part>', `${parts.join(', ')}: one part; may be given more than once`, nameFrom(parts)),
  },
};

const patchOf = (part: string): string => path.resolve(import.meta.dirname, '../solution', `${part}.patch`);

function git(args: readonly string[]) {
  return promisify(execFile)('git', ['apply', ...args], { cwd: root });
}

/** Whether a part can be added or removed. */
function fits(part: string, direction: readonly string[]): Promise<boolean> {
  return git(['--check', ...direction, patchOf(part)]).then(
    () => true,
    () => false,
  );
}

/** Prints what would be changed, and how to change it. */
async function preview(wanted: readonly string[], only: readonly string[]): Promise<number> {
  const { stdout } = await git(['--check', '--numstat', ...wanted.map(patchOf)]);
  console.log(`Nothing was changed: --apply would change these files (${wanted.join(', ')}).\n`);
  for (const line of stdout.trim().split('\n')) {
    const [added, removed, file] = line.split('\t');
    console.log(`  ${file}  +${added} -${removed}`);
  }
  const parts = only.map((part) => ` --only ${part}`).join('');
  console.log(`\nTo change them: npm run workshop:solution -- --apply${parts}`);
  return exit.done;
}

await runCommand(command, async ({ values }) => {
  if (values.apply && values.undo)
    throw new OptionError('--apply and --undo exclude each other: give only one');
  const asked = parts.filter((part) => values.only.length === 0 || values.only.includes(part));
  const direction = values.undo ? ['--reverse'] : [];
  // Parts that were added or removed before are skipped.
  const done = await Promise.all(asked.map((part) => fits(part, values.undo ? [] : ['--reverse'])));
  const left = asked.filter((_, index) => !done[index]);
  const wanted = left.length > 0 ? left : asked;
  try {
    if (!values.apply && !values.undo) return await preview(wanted, values.only);
    // All or none: git applies nothing if one part doesn't fit.
    await git([...direction, ...wanted.map(patchOf)]);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const why = (stderr ?? (error as Error).message).trim().split('\n')[0];
    const remedy = values.undo
      ? 'it was changed since, or is not in the apps: see git diff'
      : 'it is in the apps already, or conflicts with your own changes: see git diff';
    throw new Error(`Nothing was changed: ${why}. Perhaps ${remedy}`);
  }
  console.log(values.undo ? `Removed: ${wanted.join(', ')}` : `Added: ${wanted.join(', ')}. See git diff`);
  const before = asked.filter((part) => !wanted.includes(part));
  if (before.length > 0) console.log(`Unchanged: ${before.join(', ')}`);
  return exit.done;
});
