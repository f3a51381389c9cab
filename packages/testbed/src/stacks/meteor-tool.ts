import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, root, startChild } from '../process/index.ts';
import { quote } from './app.ts';
import { outsideNpm, runProgram } from './program.ts';
import { hashOf } from './sources.ts';

/** Meteor's command-line tool. */
export interface MeteorTool {
  command: string;
  /** What it builds an app with: '3.5.2', or 'a checkout of 3.4.1' if it runs from Meteor's own sources. */
  version: string;
  /** Of a checkout, its commit, and a hash of what was changed since: '74d90a258d+1f0c3b5e'. Of a release, ''. */
  sources: string;
}

/** Meteor as root says no without it; and nobody's usage is reported. */
export function toolEnvironment(): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...outsideNpm(), DO_NOT_TRACK: '1' };
  if (process.getuid?.() === 0) env.METEOR_ALLOW_SUPERUSER = '1';
  delete env.NODE_OPTIONS;
  delete env.NODE_ENV;
  return env;
}

/**
 * @param app its path, from the root of a checkout: a released tool builds it with the release that it names
 * @returns `meteor` on PATH or in ~/.meteor; undefined if there's none
 * @throws if it doesn't run
 */
export async function findTool(app: { path: string }, from = root): Promise<MeteorTool | undefined> {
  const name = process.platform === 'win32' ? 'meteor.bat' : 'meteor';
  const command = await findProgram([name], [join(homedir(), '.meteor')]);
  if (command === undefined) return undefined;
  let asking = tools.get(command);
  if (asking === undefined) {
    asking = describe(command);
    tools.set(command, asking);
    asking.catch(() => tools.delete(command));
  }
  const tool = await asking;
  if (tool.sources !== '') return tool;
  const named = await readFile(join(from, app.path, '.meteor/release'), 'utf8').catch(() => '');
  const release = /^METEOR@(\S+)/m.exec(named)?.[1];
  return { ...tool, version: release ?? tool.version };
}

/** The tool takes seconds to say what it is. */
const tools = new Map<string, Promise<MeteorTool>>();

/** For people: '3.5.2', or 'a checkout of 3.4.1 at 74d90a258d'. */
export function describeTool({ version, sources }: MeteorTool): string {
  return sources === '' ? version : `${version} at ${sources}`;
}

/**
 * Runs the tool to its end.
 *
 * @returns the lines that it printed
 * @throws its last lines, if it fails
 */
export async function runTool({ command }: Pick<MeteorTool, 'command'>, args: string[], cwd: string) {
  return runProgram(command, args, { cwd, env: toolEnvironment() });
}

/** A released tool runs the release that an app names, fetching it if need be; a checkout runs itself. */
async function describe(command: string): Promise<MeteorTool> {
  const lines: string[] = [];
  // Outside any app: inside one it would fetch that app's release just to say its name.
  const options = { cwd: tmpdir(), env: toolEnvironment(), log: (line: string) => lines.push(line) };
  const child = await startChild(command, ['--version'], options);
  const { code } = await child.exited;
  const text = lines.join(' ');
  if (/running from a checkout/.test(text)) return describeCheckout(command);
  if (code !== 0) throw new Error(`${command} --version fails.${quote(child)}`);
  return { command, version: text.replace(/^Meteor /, '').trim(), sources: '' };
}

/** The tool says only that it is a checkout; its sources say of what. Its Node lies in <checkout>/dev_bundle/bin. */
async function describeCheckout(command: string): Promise<MeteorTool> {
  const checkout = join(dirname(await nodeOf({ command })), '../..');
  const source = join(checkout, 'packages/meteor-tool/package.js');
  const version = /version: *['"]([^'"]+)/.exec(await readFile(source, 'utf8').catch(() => ''))?.[1];
  return {
    command,
    version: `a checkout of ${version ?? 'an unknown version'}`,
    sources: await commitOf(checkout).catch(() => 'an unknown commit'),
  };
}

/**
 * The commit of Meteor's sources, and a hash of what was changed since.
 *
 * @throws if git doesn't know the folder
 */
export async function commitOf(checkout: string): Promise<string> {
  const git = async (...args: string[]) => (await runProgram('git', args, { cwd: checkout })).join('\n');
  const commit = (await git('rev-parse', 'HEAD')).slice(0, 10);
  const changes = await git('diff', 'HEAD');
  const added = (await git('ls-files', '--others', '--exclude-standard')).split('\n').filter(Boolean);
  if (changes === '' && added.length === 0) return commit;
  const hash = createHash('sha256')
    .update(changes)
    .update(await hashOf(checkout, added))
    .digest('hex');
  return `${commit}+${hash.slice(0, 8)}`;
}

/** The Node that Meteor brings along, which its bundles are built for. */
export async function nodeOf(tool: Pick<MeteorTool, 'command'>): Promise<string> {
  const lines = await runTool(tool, ['node', '-p', 'process.execPath'], tmpdir());
  return lines.at(-1)?.trim() as string;
}
