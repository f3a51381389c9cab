import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@meteor-vs-mean/testbed/process';
import { type Checkout, copyCheckout } from '../../../infra/checkout/copy.ts';

/** npm writes it at the end of an installation, and workshop:check reads it. */
const installed = 'node_modules/.package-lock.json';

/** A clone like a participant's, with its packages installed: a separate repository with everything committed. */
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
  await git(...who, 'commit', '--quiet', '--no-verify', '--message', 'Initial');
  return checkout;
}
