import { execFile } from 'node:child_process';
import { mkdtempDisposable, readdir, rm } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  allowedCores,
  judge,
  machineRules,
  type SurroundingsWatch,
  watchSurroundings,
} from '@meteor-vs-mean/bench';
import type { Mongo } from '@meteor-vs-mean/mongo';
import type { EndedChild } from '@meteor-vs-mean/process';
import type { Build } from '@meteor-vs-mean/stacks';
import type { AppName } from './parts.ts';
import type { BuildSample, Disturbed, StartSample } from './result.ts';

/** A program that outlives the build has run for longer than this, so it is remembered. Each look takes some milliseconds. */
const rememberEvery_ms = 500;

/**
 * Builds an app for production, through packages/stacks, and takes the time of the commands that do it.
 * What was built before stays where it is for Meteor; MEAN's client is built in its place.
 */
export async function buildTime(
  root: string,
  stack: AppName,
  caches: BuildSample['caches'],
  signal: AbortSignal,
): Promise<BuildSample> {
  if (caches === 'cold') await removeCaches(root, stack);
  // It holds a hash of its sources, and the same ones wouldn't be built again.
  if (stack === 'mean') await rm(join(root, 'apps/mean/client/dist'), { recursive: true, force: true });
  await using cache = await mkdtempDisposable(join(tmpdir(), 'build-time-'));
  const script = join(import.meta.dirname, 'build-once.ts');
  const { value, disturbed } = await undisturbed([process.pid], async ({ remember }) => {
    // `ng build` ends before its esbuild does, which is then nobody's child.
    const remembering = setInterval(remember, rememberEvery_ms);
    try {
      return await promisify(execFile)(process.execPath, [script, stack], {
        env: { ...process.env, XDG_CACHE_HOME: cache.path },
        maxBuffer: 64_000_000,
        signal,
      });
    } finally {
      clearInterval(remembering);
    }
  });
  const ended = JSON.parse(value.stdout) as EndedChild[];
  return { stack, caches, ...timesOf(ended, stack), disturbed };
}

/**
 * Of Meteor run from its sources, the packages that it has compiled: a release of Meteor brings them so. And the data
 * of those who have run plain `meteor` here.
 */
const kept = ['isopacks', 'db'];

/** Removes what the tools keep of the app between builds. */
export async function removeCaches(root: string, stack: AppName): Promise<void> {
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
  stack: AppName,
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

/** Starts an app, gets its first page, and stops it. packages/stacks asks every 25 ms whether it answers. */
export async function startTime(build: Build, of: { mongo: Mongo; database: string }): Promise<StartSample> {
  const roots = [process.pid, ...(of.mongo.pid === undefined ? [] : [of.mongo.pid])];
  const { value, disturbed } = await undisturbed(roots, async () => {
    const began_ms = performance.now();
    const app = await build.start({ port: 0, ...of });
    try {
      const response = await fetch(app.url);
      await response.text();
      if (!response.ok) throw new Error(`${build.stack} answers / with status ${response.status}`);
      return performance.now() - began_ms;
    } finally {
      await app.stop();
    }
  });
  return { stack: build.stack as AppName, page_ms: value, disturbed };
}

/** Does something, and says what of the machine could have disturbed it. @param roots processes that are ours */
async function undisturbed<Value>(
  roots: readonly number[],
  work: (watch: SurroundingsWatch) => Promise<Value>,
): Promise<{ value: Value; disturbed: Disturbed[] }> {
  const cores = allowedCores() ?? Array.from({ length: os.availableParallelism() }, (_, core) => core);
  const watch = watchSurroundings(roots, cores);
  const value = await work(watch);
  const reasons = judge(machineRules, { surroundings: watch.stop() });
  return { value, disturbed: reasons.map(({ code, reading }) => ({ code, reading })) };
}
