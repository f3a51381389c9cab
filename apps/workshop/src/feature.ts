import { execFile } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { exists, lineOf, root } from '@meteor-vs-mean/testbed/process';
import { type Finding, missing, note, ok } from './finding.ts';

const run = promisify(execFile);

/** The parts that exercise 8 changes, by the app that needs them. */
export const sides = {
  both: ['packages/contract/src', 'packages/style/src'],
  Meteor: ['apps/meteor'],
  MEAN: ['apps/mean'],
} as const;
export type Side = keyof typeof sides;

/** Lines added to a side, and removed from it, since the last commit. */
export interface Change {
  files: number;
  added: number;
  removed: number;
}

/** @throws a one-line error outside a clone of a git repository */
export async function changesOf(side: Side): Promise<Change> {
  const lines = (await numstat(sides[side])).split('\n').filter((line) => line !== '');
  const change: Change = { files: lines.length, added: 0, removed: 0 };
  for (const line of lines) {
    const [added = '0', removed = '0'] = line.split('\t');
    change.added += Number(added);
    change.removed += Number(removed);
  }
  return change;
}

/** Added and removed lines by file, from git. A new file counts as well. */
async function numstat(places: readonly string[]): Promise<string> {
  await using work = await mkdtempDisposable(path.join(tmpdir(), 'workshop-index-'));
  // Git only counts a new file if it is in an index. This uses a separate index, because in the user's git stash fails
  // on it.
  const env = { ...process.env, GIT_INDEX_FILE: path.join(work.path, 'index') };
  const git = (...args: string[]) => run('git', args, { cwd: root, env });
  await git('read-tree', 'HEAD');
  await git('add', '--intent-to-add', '--', ...places);
  return (await git('diff', '--numstat', 'HEAD', '--', ...places)).stdout;
}

/** @returns `changed`: whether every side was changed */
export async function differences(): Promise<{ findings: Finding[]; changed: boolean }> {
  const findings: Finding[] = [];
  for (const side of Object.keys(sides) as Side[]) {
    const what = side === 'both' ? 'For both' : side;
    try {
      const { files, added, removed } = await changesOf(side);
      const says = `${files} files, ${added} lines added, ${removed} removed`;
      if (added + removed > 0) findings.push(ok(what, says));
      else {
        const remedy = `the page says what to change in ${sides[side].join(' and ')}; don't commit before you check`;
        findings.push(missing(what, 'nothing was changed since the last commit', remedy));
      }
    } catch (error) {
      const remedy = 'lines can only be counted in a clone: git clone the repository';
      findings.push(missing(what, lineOf(error), remedy));
    }
  }
  return { findings, changed: findings.every(({ verdict }) => verdict === 'ok') };
}

interface Compiler {
  what: string;
  folder: string;
  /** A package's program, and its arguments. */
  program: string;
  args: string[];
}

const compilers: readonly Compiler[] = [
  { what: 'contract', folder: 'packages/contract', program: 'typescript/bin/tsc', args: ['-p', '.'] },
  { what: 'MEAN server', folder: 'apps/mean/server', program: 'typescript/bin/tsc', args: ['-p', '.'] },
  {
    what: 'MEAN client',
    folder: 'apps/mean/client',
    program: '@angular/compiler-cli/bundles/src/bin/ngc.js',
    args: ['-p', 'tsconfig.spec.json', '--noEmit'],
  },
  { what: 'Meteor app', folder: 'apps/meteor', program: 'typescript/bin/tsc', args: ['-p', '.'] },
];

/**
 * Checks the types of the contract and both apps, in order, and stops at the first errors, because they may cause
 * others. Meteor's need its npm packages, which its first build installs.
 */
export async function typeCheck(): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const compiler of compilers) {
    const finding = await compile(compiler);
    findings.push(finding);
    if (finding.verdict === 'missing') break;
  }
  return findings;
}

async function compile({ what, folder, program, args }: Compiler): Promise<Finding> {
  const cwd = path.join(root, folder);
  if (folder === 'apps/meteor') {
    if (!(await exists(path.join(cwd, 'node_modules/@types/meteor')))) {
      const says = 'its npm packages are not installed, so its types were not checked';
      return note(what, says, 'without Meteor, nothing; with it, npm run dev installs them');
    }
    // Meteor's app imports these from their dist folders.
    for (const name of ['contract', 'guards']) {
      const build = ['-p', path.join(root, 'packages', name, 'tsconfig.build.json')];
      await run(process.execPath, [programAt('typescript/bin/tsc'), ...build]);
    }
  }
  try {
    await run(process.execPath, [programAt(program), ...args], { cwd });
    return ok(what, 'its types are correct');
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    const lines = stripVTControlCharacters(`${stdout}\n${stderr}`).split('\n');
    const [first = message, ...others] = lines.filter((line) => /\berror\b/.test(line));
    const says = `${first.slice(0, 300)}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
    return missing(what, says, `fix it in ${folder}, and check again`);
  }
}

const programAt = (name: string): string => path.join(root, 'node_modules', name);
