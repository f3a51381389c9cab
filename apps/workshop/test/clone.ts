import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@meteor-vs-mean/testbed/process';
import { type Checkout, copyCheckout } from '../../../infra/checkout/copy.ts';

/** npm writes it when it is done: the look at a laptop asks for it. */
const installed = 'node_modules/.package-lock.json';

/** A clone with its packages installed, as a participant has it: a repository of its own, all of it committed. */
export async function cloneOfRepository(): Promise<Checkout> {
  const checkout = await copyCheckout({ packages: 'linked' });
  const { folder } = checkout;
  await symlink(path.join(root, installed), path.join(folder, installed));
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: folder, maxBuffer: 2 ** 24 });
  await git('init', '--quiet');
  await git('add', '--all');
  const who = [
    '-c',
    'user.name=workshop',
    '-c',
    'user.email=workshop@localhost',
    '-c',
    'commit.gpgsign=false',
  ];
  await git(...who, 'commit', '--quiet', '--no-verify', '--message', 'As it was');
  return checkout;
}
