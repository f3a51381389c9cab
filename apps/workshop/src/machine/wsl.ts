import { release } from 'node:os';
import { root } from '@meteor-vs-mean/testbed/process';
import { type Finding, missing, ok } from '../finding.ts';

/** On Windows the clone has to be in Linux's own file system. @returns nothing elsewhere */
export async function wsl(kernel = release(), folder = root): Promise<Finding[]> {
  if (!/microsoft/i.test(kernel)) return [];
  const what = 'WSL';
  if (!/^\/mnt\/[a-z]\//.test(folder))
    return [ok(what, `the clone is in Linux's own file system: ${folder}`)];
  return [
    missing(
      what,
      `${folder} is on a Windows drive, where npm and MongoDB are slow, and changed files aren't noticed`,
      'clone it again below your Linux home folder (cd ~), and run npm ci there',
    ),
  ];
}
