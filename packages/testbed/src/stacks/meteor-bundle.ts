import { execFile } from 'node:child_process';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { exists, lock, makingFolder, root, userCacheDir } from '../process/index.ts';
import { findTool, type MeteorTool, nodeOf, runTool } from './meteor-tool.ts';
import { buildPackage } from './program.ts';
import { hashOf } from './sources.ts';

/** A Meteor app of this repository: outside the npm workspaces, with its own lock file. */
export interface MeteorApp {
  /** For people: 'the Meteor app'. */
  title: string;
  /** Its folder, relative to the repository's root. */
  path: string;
  /** Packages of ours that it takes from their dist folders, which its package.json names. */
  linked: readonly string[];
  /** Those of them that its server loads, too. Default: none. */
  onServer?: readonly string[];
}

/** The one that is compared with MEAN. */
export const comparedApp: MeteorApp = {
  title: 'the Meteor app',
  path: 'apps/meteor',
  linked: ['packages/contract', 'packages/guards', 'packages/style'],
  onServer: ['packages/contract', 'packages/guards'],
};

/** A built Meteor app that can be started. */
export interface Bundle {
  dir: string;
  /** '3.5.2', or 'a checkout of 3.4.1'. */
  version: string;
  hash: string;
  node: string;
  nodeVersion: string;
}

/**
 * Outside the repository. Inside it, npm would run install scripts with the Node of our own node_modules/.bin, so
 * that native modules would be built for another Node than Meteor's; Node would take the bundle for ES modules; and
 * what it lacks would be found in our node_modules.
 */
const cache = join(userCacheDir(), 'meteor');
/** Written into a bundle by us: a checkout leaves no version of Meteor in what it builds. */
const note = 'built-by.json';

/**
 * Builds an app with Meteor's tool: some minutes at first. What was built from the same sources, packages of ours,
 * lock file and Meteor is used again.
 *
 * @param from the root of the checkout that the app is in
 */
export async function buildBundle(
  tool: MeteorTool,
  app: MeteorApp,
  log: (line: string) => void,
  from = root,
): Promise<Bundle> {
  const besides = [tool.version, tool.sources, process.platform, process.arch];
  const hash = await hashOf(from, [app.path, ...app.linked], besides);
  const target = join(cache, hash);
  if (!(await exists(target))) {
    await using _lock = await lock(join(cache, 'building.lock'), (pid) =>
      log(`Another process (${pid}) is building a Meteor app: waiting for it`),
    );
    if (!(await exists(target))) await build(tool, app, target, log, from);
  }
  const dir = join(target, 'bundle');
  const node = await nodeOf(tool);
  return { dir, version: await bundleVersion(dir), hash, node, nodeVersion: await nodeVersionOf(node) };
}

async function build(
  tool: MeteorTool,
  app: MeteorApp,
  target: string,
  log: (line: string) => void,
  from: string,
): Promise<void> {
  await prepareMeteorApp(tool, app, log, from);
  await using making = await makingFolder(cache, 'bundle');
  const folder = making.path;
  log(`Building ${app.title} with Meteor ${tool.version} (once; minutes the first time)`);
  await runTool(tool, ['build', '--directory', folder, '--server-only'], join(from, app.path));
  const server = join(folder, 'bundle/programs/server');
  await runTool(tool, ['npm', 'install', '--omit=dev', '--no-audit', '--no-fund'], server);
  await writeFile(join(folder, 'bundle', note), `${JSON.stringify({ meteor: tool.version })}\n`);
  await rename(folder, target);
}

/** What the tool needs before it builds or runs an app: the packages that it links, and its npm packages. */
export async function prepareMeteorApp(
  tool: MeteorTool,
  app: MeteorApp,
  log: (line: string) => void,
  from = root,
): Promise<void> {
  for (const path of app.linked) await buildPackage(from, path);
  await installDependencies(tool, app, log, from);
}

/** The app's npm packages, when its lock file is newer than what is installed. */
async function installDependencies(
  tool: MeteorTool,
  app: MeteorApp,
  log: (line: string) => void,
  from: string,
): Promise<void> {
  const cwd = join(from, app.path);
  const wanted = await modified(join(cwd, 'package-lock.json'));
  const installed = await modified(join(cwd, 'node_modules/.package-lock.json'));
  if (installed !== undefined && (wanted === undefined || wanted <= installed)) return;
  log(`Installing npm packages of ${app.title}`);
  const command = wanted === undefined ? 'install' : 'ci';
  await runTool(tool, ['npm', command, '--no-audit', '--no-fund'], cwd);
}

/**
 * A bundle that somebody built before, named by METEOR_BUNDLE: its folder, or the one above.
 *
 * @throws one line that says what is wrong with it and what to do
 */
export async function openBundle(path: string): Promise<Bundle> {
  const isBundle = (folder: string): Promise<boolean> => exists(join(folder, 'star.json'));
  const bundle = (await isBundle(resolve(path, 'bundle'))) ? resolve(path, 'bundle') : resolve(path);
  if (!(await isBundle(bundle))) {
    throw new Error(
      `METEOR_BUNDLE (${path}) is not a Meteor bundle: name the folder 'bundle' that 'meteor build --directory' writes.`,
    );
  }
  const server = join(bundle, 'programs/server');
  if (!(await exists(join(server, 'node_modules')))) {
    throw new Error(
      `METEOR_BUNDLE lacks its npm packages: run (cd ${server} && npm install) with Meteor's Node.`,
    );
  }
  const wanted = (await readFile(join(bundle, '.node_version.txt'), 'utf8')).trim().replace(/^v/, '');
  const { node, nodeVersion } = await matchingNode(wanted);
  const contents = [join(server, 'program.json'), join(bundle, 'star.json')];
  const hash = await hashOf(root, [], await Promise.all(contents.map((file) => readFile(file, 'utf8'))));
  return { dir: bundle, version: await bundleVersion(bundle), hash, node, nodeVersion };
}

/** METEOR_NODE, our own Node, or Meteor's, if it is of the major version that the bundle was built for. */
async function matchingNode(wanted: string): Promise<{ node: string; nodeVersion: string }> {
  const major = (version: string): string | undefined => version.split('.')[0];
  const named = process.env.METEOR_NODE;
  if (named) {
    const nodeVersion = await nodeVersionOf(named).catch((error: Error) => {
      throw new Error(`METEOR_NODE (${named}) doesn't run: ${error.message.split('\n')[0]}`);
    });
    if (major(nodeVersion) === major(wanted)) return { node: named, nodeVersion };
    throw new Error(`METEOR_NODE is Node ${nodeVersion}, but METEOR_BUNDLE was built for Node ${wanted}.`);
  }
  if (major(process.versions.node) === major(wanted)) {
    return { node: process.execPath, nodeVersion: process.versions.node };
  }
  const tool = await findTool(comparedApp).catch(() => undefined);
  const node = tool && (await nodeOf(tool));
  const nodeVersion = node && (await nodeVersionOf(node));
  if (node && nodeVersion && major(nodeVersion) === major(wanted)) return { node, nodeVersion };
  throw new Error(`METEOR_BUNDLE was built for Node ${wanted}: set METEOR_NODE to the path of such a Node.`);
}

/** What a bundle says that it was built with. */
async function bundleVersion(dir: string): Promise<string> {
  const noted = await readFile(join(dir, note), 'utf8').then(JSON.parse, () => undefined);
  if (noted) return noted.meteor;
  const star = JSON.parse(await readFile(join(dir, 'star.json'), 'utf8'));
  const release = /^METEOR@(\S+)/.exec(star.meteorRelease ?? '')?.[1];
  return release ?? 'a checkout of an unknown version';
}

async function nodeVersionOf(node: string): Promise<string> {
  const { stdout } = await promisify(execFile)(node, ['-p', 'process.versions.node']);
  return stdout.trim();
}

async function modified(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
