import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import { promisify } from 'node:util';
import type { Machine, Manifest } from '@meteor-vs-mean/report';
import { mayGoFirst } from 'artillery-engine-pubsub';
import { type Cores, cpuSetsOf } from './cores.ts';

/** The machine that measures and is measured. */
export function machineFacts(cores: Cores): Machine {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memory_bytes: os.totalmem(),
    kernel: `${os.type()} ${os.release()}`,
    os: `${os.platform()} ${os.arch()}`,
    pinning: cores.pinning,
    writersFirst: mayGoFirst(),
    cpuSets: cpuSetsOf(cores),
  };
}

/** The commit that measured, and whether the work tree differed from it; null outside a checkout. */
export async function gitFacts(root: string): Promise<Manifest['git']> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  try {
    return { commit: await git('rev-parse', 'HEAD'), modified: (await git('status', '--porcelain')) !== '' };
  } catch {
    return null;
  }
}

/** Versions of what measures. */
export function benchVersions(): Record<string, string> {
  const require = createRequire(import.meta.url);
  const versionOf = (name: string): string => require(`${name}/package.json`).version;
  return { node: process.versions.node, artillery: versionOf('artillery'), mongodb: versionOf('mongodb') };
}
