import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { wordsOf } from './words.ts';

/** The program of a documented command. */
export interface Program {
  /** A file of the repository, relative to its root. */
  file: string;
  args: string[];
}

interface Package {
  name: string;
  workspaces?: string[];
  scripts?: Record<string, string>;
  bin?: Record<string, string>;
}

const packageIn = (folder: string): Package =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));

/** npm's own commands and shell programs, which need no lookup here. */
const others = [
  'npm ci',
  'npm install',
  'npm pack',
  'npx vitest',
  'npx artillery',
  'git',
  'cd',
  'mkdir',
  'sh',
  'cp',
  'docker',
  'kubectl',
  'meteor',
];

/**
 * @returns the repository's file that a command starts; undefined if it starts none
 * @throws if npm has no such script, or there is no such file
 */
export function programOf(command: string): Program | undefined {
  const words = wordsOf(command.replace(/^(?:[A-Z_]+=\S+ )*/, ''));
  const [first = '', second = ''] = words;
  if (others.includes(first) || others.includes(`${first} ${second}`)) return undefined;
  if (first === 'node')
    return second.startsWith('-') ? undefined : { file: existing(second), args: words.slice(2) };
  if (first === 'npx') return { file: binOf(second), args: words.slice(2) };
  if (first === 'npm') return scriptOf(words.slice(1));
  throw new Error(`unknown program ${first}`);
}

function existing(file: string): string {
  if (!existsSync(path.join(root, file))) throw new Error(`there is no ${file}`);
  return file;
}

/** For `npm start`, `npm test`, `npm run <script> [-w <workspace>] [-- <arguments>]`. */
function scriptOf(words: readonly string[]): Program | undefined {
  const end = words.indexOf('--');
  const [own, args] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end + 1)];
  const named = own.filter((word) => word !== 'run' && word !== '-s');
  const at = named.indexOf('-w');
  const folder = at === -1 ? '' : folderOf(String(named[at + 1]));
  const [name = ''] = at === -1 ? named : named.filter((_, index) => index !== at && index !== at + 1);
  const script = packageIn(folder).scripts?.[name];
  if (script === undefined) throw new Error(`npm has no script "${name}"`);
  const file = /\bnode (?!infra\/node\/)(\S+\.(?:ts|cjs))(.*)$/.exec(script);
  if (!file) return undefined;
  return { file: existing(path.join(folder, String(file[1]))), args: [...wordsOf(String(file[2])), ...args] };
}

function folders(): string[] {
  return globSync(packageIn('').workspaces ?? [], { cwd: root });
}

function folderOf(workspace: string): string {
  const found = folders().find((folder) => packageIn(folder).name === workspace);
  if (found === undefined) throw new Error(`there is no workspace ${workspace}`);
  return found;
}

function binOf(name: string): string {
  for (const folder of folders()) {
    const file = packageIn(folder).bin?.[name];
    if (file !== undefined) return existing(path.join(folder, file));
  }
  throw new Error(`no workspace has a program ${name}`);
}
