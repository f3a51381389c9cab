import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@meteor-vs-mean/bench';

const run = promisify(execFile);

/** What a participant may change, and what that needs to be compiled and started. */
const copied = ['apps', 'infra', 'packages'];
const files = ['package.json', 'tsconfig.base.json', 'biome.json'];

/**
 * A clone with its packages installed, as a participant has it: sources are copied, what npm installed is linked.
 *
 * @returns its folder, and what removes it
 */
export async function copyOfRepository(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workshop-clone-'));
  const listed = await run(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...copied],
    {
      ...{ cwd: root, maxBuffer: 16_000_000 },
    },
  );
  const wanted = listed.stdout.split('\0').filter((file) => file !== '');
  for (const file of [...files, ...new Set(wanted)]) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    // Deleted, and git hasn't been told yet.
    await cp(path.join(root, file), path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await linkPackages(folder);
  const git = (...args: string[]) => run('git', args, { cwd: folder, maxBuffer: 16_000_000 });
  await git('init', '--quiet');
  await git('add', '--all', '--', ...files, ...copied);
  const who = [
    '-c',
    'user.name=workshop',
    '-c',
    'user.email=workshop@localhost',
    '-c',
    'commit.gpgsign=false',
  ];
  await git(...who, 'commit', '--quiet', '--no-verify', '-m', 'As it was');
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** What npm installed is linked, one by one; our own packages lead to the copy. */
async function linkPackages(folder: string): Promise<void> {
  const ours = '@meteor-vs-mean';
  for (const app of ['', 'apps/meteor']) {
    const [from, to] = [path.join(root, app, 'node_modules'), path.join(folder, app, 'node_modules')];
    // Meteor's app has its own, where Meteor was here.
    const names = await readdir(from).catch((): string[] => []);
    for (const name of names.filter((one) => one !== ours)) {
      await mkdir(to, { recursive: true });
      await symlink(path.join(from, name), path.join(to, name));
    }
    for (const name of names.includes(ours) ? await readdir(path.join(from, ours)) : []) {
      await mkdir(path.join(to, ours), { recursive: true });
      // Relative, as npm makes them: in the copy they lead to the copy.
      await symlink(await readlink(path.join(from, ours, name)), path.join(to, ours, name));
    }
  }
}
