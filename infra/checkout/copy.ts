import { execFile } from 'node:child_process';
import { copyFile, cp, lstat, mkdir, mkdtemp, mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { linkPackages, root } from '@meteor-vs-mean/testbed/process';
import { stackNamed } from '@meteor-vs-mean/testbed/stacks';

/** The slowest builds: MEAN's client and the write-up. A file `sources` in each marks it as complete. */
const built = ['apps/mean/client/dist', 'apps/writeup/.cache/built'];

/** A copy of this checkout in another folder. */
export interface Checkout extends AsyncDisposable {
  /** Its root. */
  folder: string;
  /** An empty home folder for its commands. */
  home: string;
  /** The commands' folder of temporary files, which is removed with the copy. */
  temp: string;
}

/**
 * The files of a clone, with uncommitted changes, in a folder that is removed with the copy.
 * @param packages `linked`: with links to this checkout's npm packages, as after `npm ci`, and with its builds
 *   (a command builds again if the sources differ); `none`: without packages
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
      await linkAll(folder, files);
      for (const one of built) {
        const isWhole = await isFile(path.join(root, one, 'sources'));
        if (isWhole) await cp(path.join(root, one), path.join(folder, one), { recursive: true });
      }
    }
    return { folder, home, temp, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Builds here what each copy would build otherwise. Existing builds stay; a failed build fails again where a copy needs
 * it.
 */
export async function buildHere(): Promise<void> {
  await using site = await mkdtempDisposable(path.join(tmpdir(), 'meteor-vs-mean-writeup-'));
  await Promise.allSettled([
    stackNamed('mean').build({ log: () => {} }),
    promisify(execFile)('npm', ['run', 'writeup:build', '--', '--out', site.path], { cwd: root }),
  ]);
}

/** Committed files, and new ones that git doesn't ignore. */
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

/** Adds next to each package.json what `npm ci` would. */
async function linkAll(folder: string, files: readonly string[]): Promise<void> {
  const owners = files.filter((file) => path.basename(file) === 'package.json').map(path.dirname);
  for (const owner of owners) {
    await linkPackages(path.join(root, owner, 'node_modules'), path.join(folder, owner, 'node_modules'));
  }
}
