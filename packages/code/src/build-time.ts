import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EndedChild, StackName } from '@meteor-vs-mean/stacks';
import type { BuildSample } from './result.ts';
import { undisturbed } from './undisturbed.ts';

/**
 * Builds an app for production, through packages/stacks, and takes the time of the commands that do it.
 * What was built before stays where it is for Meteor; MEAN's client is built in its place.
 */
export async function buildTime(
  root: string,
  stack: StackName,
  caches: BuildSample['caches'],
  signal: AbortSignal,
): Promise<BuildSample> {
  if (caches === 'cold') await removeCaches(root, stack);
  // It holds a hash of its sources, and the same ones wouldn't be built again.
  if (stack === 'mean') await rm(join(root, 'apps/mean/client/dist'), { recursive: true, force: true });
  const cache = await mkdtemp(join(tmpdir(), 'build-time-'));
  try {
    const script = join(import.meta.dirname, 'build-once.ts');
    const { value, disturbed } = await undisturbed([process.pid], () =>
      promisify(execFile)(process.execPath, [script, stack], {
        env: { ...process.env, XDG_CACHE_HOME: cache },
        maxBuffer: 64_000_000,
        signal,
      }),
    );
    const ended = JSON.parse(value.stdout) as EndedChild[];
    return { stack, caches, ...timesOf(ended, stack), disturbed };
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}

/**
 * Of Meteor run from its sources, the packages that it has compiled: a release of Meteor brings them so. And the data
 * of those who have run plain `meteor` here.
 */
const kept = ['isopacks', 'db'];

/** Removes what the tools keep of the app between builds. */
export async function removeCaches(root: string, stack: StackName): Promise<void> {
  if (stack === 'mean') {
    await rm(join(root, 'apps/mean/client/.angular/cache'), { recursive: true, force: true });
    return;
  }
  const local = join(root, 'apps/meteor/.meteor/local');
  for (const name of await readdir(local).catch(() => [])) {
    if (!kept.includes(name)) await rm(join(local, name), { recursive: true, force: true });
  }
}

/** @throws if the command that builds isn't among those that ran */
export function timesOf(
  ended: readonly Pick<EndedChild, 'args' | 'cwd' | 'duration_ms'>[],
  stack: StackName,
): Pick<BuildSample, 'app_ms' | 'packages_ms'> {
  const time = (isIt: (args: readonly string[], cwd: string) => boolean) =>
    ended.find(({ args, cwd = '' }) => isIt(args, cwd))?.duration_ms;
  const app_ms =
    stack === 'meteor'
      ? time(([first]) => first === 'build')
      : time(([first, second], cwd) => first === 'run' && second === 'build' && /mean.client$/.test(cwd));
  if (app_ms === undefined)
    throw new Error(`The build of ${stack} didn't run: was it built elsewhere before?`);
  const packages_ms = time(
    ([first, second], cwd) => first === 'npm' && second === 'install' && /programs.server$/.test(cwd),
  );
  return { app_ms, packages_ms: packages_ms ?? null };
}
