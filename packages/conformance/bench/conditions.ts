import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import { root } from '../src/sources.ts';

/** What a result was measured on. */
export async function conditions() {
  return {
    git: await gitFacts(),
    machine: {
      cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
      cores: os.availableParallelism(),
      memory_bytes: os.totalmem(),
      kernel: `${os.type()} ${os.release()}`,
      os: `${os.platform()} ${os.arch()}`,
    },
  };
}

/** Null outside a repository. `modified`: what ran isn't all in that commit. */
async function gitFacts(): Promise<{ commit: string; modified: boolean } | null> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  try {
    const commit = await git('rev-parse', 'HEAD');
    return { commit, modified: (await git('status', '--porcelain', '--untracked-files=no')) !== '' };
  } catch {
    return null;
  }
}
