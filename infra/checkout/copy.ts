import { execFile } from 'node:child_process';
import { copyFile, cp, lstat, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/** What takes longest to build. */
const client = 'apps/mean/client/dist';

/** A copy of this checkout, somewhere else. */
export interface Checkout extends AsyncDisposable {
  /** Its root. */
  folder: string;
  /** An empty home for those who work in it. */
  home: string;
  /** For what they leave in the system's folder of temporary files: it goes with the copy. */
  temp: string;
}

/**
 * What a clone would hold (with changes that aren't committed yet), in a folder of its own that goes with it.
 * @param packages `linked`: npm's packages are those of this checkout, by links, as after `npm ci`, and MEAN's client is
 *   built if it is here (whoever starts MEAN builds it again unless it is of the same sources); `none`: before that
 * @throws if git doesn't know this folder
 */
export async function copyCheckout({ packages }: { packages: 'linked' | 'none' }): Promise<Checkout> {
  const place = await mkdtemp(path.join(tmpdir(), 'meteor-vs-mean-checkout-'));
  const [folder, home, temp] = [
    path.join(place, 'meteor-vs-mean'),
    path.join(place, 'home'),
    path.join(place, 'temp'),
  ];
  const remove = () => rm(place, { recursive: true, force: true, maxRetries: 3 });
  try {
    await Promise.all([mkdir(home), mkdir(temp)]);
    const files = await filesOf(root);
    const folders = new Set(files.map((file) => path.join(folder, path.dirname(file))));
    for (const one of folders) await mkdir(one, { recursive: true });
    await Promise.all(files.map((file) => copyFile(path.join(root, file), path.join(folder, file))));
    if (packages === 'linked') {
      await linkPackages(folder, files);
      await cp(path.join(root, client), path.join(folder, client), { recursive: true }).catch(() => {});
    }
    return { folder, home, temp, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Committed ones, and new ones that git wouldn't ignore. */
async function filesOf(folder: string): Promise<string[]> {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await promisify(execFile)('git', git, { cwd: folder, maxBuffer: 64 * 2 ** 20 });
  const names = [...new Set(stdout.split('\0').filter((name) => name !== ''))];
  const there = await Promise.all(names.map((name) => isFile(path.join(folder, name))));
  return names.filter((_, index) => there[index]);
}

async function isFile(file: string): Promise<boolean> {
  return lstat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Beside each package.json that is there, what `npm ci` would put. */
async function linkPackages(folder: string, files: readonly string[]): Promise<void> {
  const owners = files.filter((file) => path.basename(file) === 'package.json').map(path.dirname);
  for (const owner of owners) {
    await linkFolder(path.join(root, owner, 'node_modules'), path.join(folder, owner, 'node_modules'));
  }
}

/** Workspaces are links already, which lead to the copy's; what is npm's own is linked from here. */
async function linkFolder(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch(() => []);
  if (entries.length === 0) return;
  await mkdir(to, { recursive: true });
  for (const entry of entries) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.name.startsWith('@')) await linkFolder(source, target);
    else if (entry.name === '.bin' || !entry.name.startsWith('.')) await symlink(source, target);
  }
}
