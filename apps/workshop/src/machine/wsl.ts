import { release } from 'node:os';
import { root } from '@meteor-vs-mean/testbed/process';
import { type Finding, missing, ok } from '../finding.ts';

/** On Windows the clone has to lie in Linux's own files. @returns nothing elsewhere */
export async function wsl(kernel = release(), folder = root): Promise<Finding[]> {
  if (!/microsoft/i.test(kernel)) return [];
  const what = 'WSL';
  if (!/^\/mnt\/[a-z]\//.test(folder)) return [ok(what, `the clone lies in Linux's own files: ${folder}`)];
  return [
    missing(
      what,
      `${folder} is on a drive of Windows: npm and MongoDB are slow there, and changed files aren't noticed`,
      'clone it anew below your Linux home folder (cd ~), and run npm ci there',
    ),
  ];
}
