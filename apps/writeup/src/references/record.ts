import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dated, reference as kept, readManifest, readRun, results } from '@meteor-vs-mean/measure/results';
import { allowedCores, gitFacts, judge, machineRules, watchSurroundings } from '@meteor-vs-mean/measure/run';
import { exit, onStopSignal, root, runInForeground } from '@meteor-vs-mean/testbed/process';
import { newlyLeftOut, recordedReference } from './recorded.ts';
import type { Reference } from './references.ts';

/** How long the machine must have been quiet. */
const look_ms = 5_000;

/**
 * Records references one after another. Each is measured in load-tests/results, and moved to the references when it is
 * complete and valid. A run that failed, was interrupted, or left out what the record before it has stays there.
 * @returns the exit status
 * @throws one line if the work tree has changes, or if something else runs on this machine
 */
export async function record(wanted: readonly Reference[], say: (line: string) => void): Promise<number> {
  await assertClean();
  await assertQuiet();
  const stop = new AbortController();
  const takeBack = onStopSignal(() => stop.abort());
  const failed: string[] = [];
  try {
    for (const reference of new Set(wanted)) {
      say(`\n${reference.folder}: ${reference.what}`);
      const status = await recordOne(reference, say, stop.signal);
      if (stop.signal.aborted || status === exit.interrupted) return exit.interrupted;
      if (status !== exit.done) failed.push(reference.folder);
    }
  } finally {
    takeBack();
  }
  if (failed.length === 0) return exit.done;
  say(`Not recorded: ${failed.join(', ')}. Their messages are above`);
  return exit.failed;
}

async function recordOne(
  reference: Reference,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const [program, ...args] = reference.command.split(' ') as [string, ...string[]];
  if (reference.keepsItself) return run(program, args, signal);
  const name = dated(reference.folder, [...(await readdir(kept)), ...(await readdir(results))]);
  const place = path.join(results, name);
  const status = await run(
    program,
    [...args, ...(args.includes('--') ? [] : ['--']), '--out', place],
    signal,
  );
  if (status !== exit.done) return status;
  const missing = newlyLeftOut(await readManifest(place), (await recordedReference(reference)).manifest);
  if (missing.length > 0) {
    const where = path.relative(process.cwd(), place);
    say(
      `${where}: ${missing.join(', ')} did not run, and the record before has it. Install what is missing, remove this folder, and record again`,
    );
    return exit.failed;
  }
  const { enough, noisy, measured } = (await readRun(place)).summary;
  if (!enough) {
    const where = path.relative(process.cwd(), place);
    say(`${where}: fewer rounds than planned count, so this is no reference. Remove it, and record again`);
    return exit.failed;
  }
  await rename(place, path.join(kept, name));
  const noise =
    noisy.length > 0 ? ` ${noisy.length} of ${measured} rounds are noisy: its report says so.` : '';
  say(`Recorded: ${path.relative(process.cwd(), path.join(kept, name))}.${noise} Commit it`);
  return status;
}

/** No command begins once we were asked to stop. The one that runs is asked, too, and this waits until it has ended. */
export async function run(program: string, args: readonly string[], signal: AbortSignal): Promise<number> {
  return signal.aborted ? exit.interrupted : runInForeground(program, args, root);
}

async function assertClean(): Promise<void> {
  const git = await gitFacts(root);
  if (git === null) throw new Error('Not a git checkout: recording needs a commit to refer to');
  if (git.modified) throw new Error('The work tree has changes: commit them, so that a run is of a commit');
}

async function assertQuiet(): Promise<void> {
  const watch = watchSurroundings([process.pid], allowedCores() ?? []);
  await wait(look_ms);
  const [reason] = judge(machineRules, { surroundings: watch.stop() });
  if (reason) throw new Error(`${reason.code}: ${reason.reading}. ${reason.remedy}, and record again`);
}
