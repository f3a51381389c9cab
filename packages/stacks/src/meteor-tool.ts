import { access, constants, readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { quote } from './app.ts';
import { startChild } from './child.ts';
import { root } from './sources.ts';

/** Meteor's command-line tool. */
export interface MeteorTool {
  command: string;
  /** What it builds our app with: '3.5.2', or 'a checkout of 3.4.1' if it runs from Meteor's own sources. */
  version: string;
}

/** Where apps/meteor is: outside the npm workspaces, with its own lock file. */
export const meteorApp = join(root, 'apps/meteor');

/** Meteor as root says no without it; and nobody's usage is reported. */
export function toolEnvironment(): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...process.env, DO_NOT_TRACK: '1' };
  if (process.getuid?.() === 0) env.METEOR_ALLOW_SUPERUSER = '1';
  // Of the npm script that runs us: its Node and its folder are not the app's.
  for (const name of Object.keys(env)) {
    if (/^npm_(lifecycle|package|command|execpath|config_local_prefix)/.test(name)) delete env[name];
  }
  delete env.NODE_OPTIONS;
  delete env.NODE_ENV;
  return env;
}

/** @returns `meteor` on PATH or in ~/.meteor; undefined if there's none @throws if it doesn't run */
export async function findTool(): Promise<MeteorTool | undefined> {
  const command = await locate();
  if (command === undefined) return undefined;
  let version = versions.get(command);
  if (version === undefined) {
    version = versionOf(command);
    versions.set(command, version);
    version.catch(() => versions.delete(command));
  }
  return { command, version: await version };
}

/** The tool takes seconds to say its name. */
const versions = new Map<string, Promise<string>>();

/**
 * Runs the tool to its end.
 *
 * @returns what it printed
 * @throws its last lines, if it fails
 */
export async function runTool(
  { command }: Pick<MeteorTool, 'command'>,
  args: string[],
  options: { cwd: string; log?: (line: string) => void },
): Promise<string> {
  const lines: string[] = [];
  const log = (line: string): void => {
    lines.push(line);
    options.log?.(line);
  };
  const child = await startChild(command, args, { cwd: options.cwd, env: toolEnvironment(), log });
  const { code } = await child.exited;
  if (code !== 0) throw new Error(`meteor ${args.join(' ')} failed in ${options.cwd}.${quote(child)}`);
  return lines.join('\n');
}

async function locate(): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), '.meteor')];
  for (const folder of folders) {
    const path = join(folder, process.platform === 'win32' ? 'meteor.bat' : 'meteor');
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && isThere) return path;
  }
  return undefined;
}

/** A released tool runs the release that the app names, fetching it if need be; a checkout runs itself. */
async function versionOf(command: string): Promise<string> {
  const lines: string[] = [];
  // Outside any app: inside one it would fetch that app's release just to say its name.
  const options = { cwd: tmpdir(), env: toolEnvironment(), log: (line: string) => lines.push(line) };
  const child = await startChild(command, ['--version'], options);
  const { code } = await child.exited;
  const text = lines.join(' ');
  if (/running from a checkout/.test(text)) return checkoutVersion(command);
  if (code !== 0) throw new Error(`${command} --version fails.${quote(child)}`);
  return (await appRelease()) ?? text.replace(/^Meteor /, '').trim();
}

/** Of the app's .meteor/release: METEOR@3.5.2. */
async function appRelease(): Promise<string | undefined> {
  const text = await readFile(join(meteorApp, '.meteor/release'), 'utf8').catch(() => '');
  return /^METEOR@(\S+)/m.exec(text)?.[1];
}

/** The tool says only that it is a checkout; its sources say of what. Its Node lies in <checkout>/dev_bundle/bin. */
async function checkoutVersion(command: string): Promise<string> {
  const node = await nodeOf({ command });
  const source = join(dirname(node), '../../packages/meteor-tool/package.js');
  const version = /version: *['"]([^'"]+)/.exec(await readFile(source, 'utf8').catch(() => ''))?.[1];
  return `a checkout of ${version ?? 'an unknown version'}`;
}

/** The Node that Meteor brings along, which its bundles are built for. */
export async function nodeOf(tool: Pick<MeteorTool, 'command'>): Promise<string> {
  const text = await runTool(tool, ['node', '-p', 'process.execPath'], { cwd: tmpdir() });
  return text.trim().split('\n').at(-1) as string;
}
