/**
 * A part of `npm run check`: fails if a change adds words of `list.ts` to code, messages or pages. A change is the
 * uncommitted lines and the commits that `origin/main` (or, in a clone without remotes, `main`) doesn't have; on that
 * branch itself, the last commit.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '@meteor-vs-mean/testbed/process';
import { addedLines, type Line } from './added.ts';
import { found } from './list.ts';

/** Files with text by others, and the list itself. */
const others = ['package-lock.json', 'load-tests/results', 'infra/words', 'LICENSE'];

/** @returns undefined if git fails */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

/** The commit from which this change started; undefined outside a git repository. */
function base(): string | undefined {
  const head = git('rev-parse', 'HEAD');
  const shared = git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main');
  const isOnMain = shared === undefined || shared === head;
  return ((isOnMain ? git('rev-parse', '--verify', 'HEAD~1') : shared) ?? head)?.trim();
}

function addedSince(commit: string): Line[] {
  const paths = ['.', ...others.map((path) => `:(exclude)${path}`)];
  const diff = git('diff', '--unified=0', '--no-color', '--no-ext-diff', commit, '--', ...paths) ?? '';
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z', '--', ...paths) ?? '';
  const files = untracked.split('\0').filter((file) => /\.(ts|tsx|md|html|yml|yaml)$/.test(file));
  return [
    ...addedLines(diff),
    ...files.flatMap((file) =>
      readFileSync(`${root}/${file}`, 'utf8')
        .split('\n')
        .map((text, index) => ({ file, number: index + 1, text })),
    ),
  ];
}

/** Whether a line existed before the change, so that it was only moved. */
function isMoved(commit: string, text: string): boolean {
  return git('grep', '--quiet', '--fixed-strings', '-e', text.trim(), commit) !== undefined;
}

const commit = base();
const problems = (commit === undefined ? [] : addedSince(commit)).flatMap(({ file, number, text }) => {
  const words = found(text);
  if (commit === undefined || words.length === 0 || isMoved(commit, text)) return [];
  return words.map((what) => `${file}:${number}: ${what}`);
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} words to replace, of infra/words/list.ts, since ${commit?.slice(0, 8)}`);
}
process.exitCode = problems.length > 0 ? 1 : 0;
