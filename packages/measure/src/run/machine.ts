import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import type { Machine, Manifest } from '../results/index.ts';

type Use = Pick<Machine, 'pinning' | 'writersFirst' | 'cpuSets'>;

/** The computer that this runs on. */
export function computerFacts(): Omit<Machine, keyof Use> {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memory_bytes: os.totalmem(),
    kernel: `${os.type()} ${os.release()}`,
    os: `${os.platform()} ${os.arch()}`,
  };
}

/**
 * The machine that measures and is measured.
 * @param use of its cores
 */
export function machineFacts(use: Use): Machine {
  return { ...computerFacts(), ...use };
}

/** The commit that measured, and whether the work tree differed from it; null outside a checkout. */
export async function gitFacts(root: string): Promise<Manifest['git']> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  try {
    // Results that are not committed yet are no change of what measures.
    const changes = await git('status', '--porcelain', '--', '.', ':(exclude)load-tests/results');
    return { commit: await git('rev-parse', 'HEAD'), modified: changes !== '' };
  } catch {
    return null;
  }
}
