import { type Reason, writeReport } from '@meteor-vs-mean/report';
import { advice } from './advice.ts';
import { OptionError } from './option-error.ts';
import { createProgress, type Progress } from './progress.ts';
import { rootOf } from './root-error.ts';

/** What a command that measures ends with. */
export const exit = { done: 0, failed: 1, tooFewValid: 2, interrupted: 130 } as const;

/**
 * Runs a command, and sets this process's exit status to what it returns. What it throws is told in one line.
 * @param name stands before that line
 */
export async function runCommand(name: string, main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const hint = error instanceof OptionError ? '' : ' (DEBUG=1 shows where)';
    console.error(process.env.DEBUG ? error : `${name}: ${rootOf(error).message}${hint}`);
    process.exitCode = exit.failed;
  }
}

/**
 * Measures until it is done, or Ctrl-C or SIGTERM stops it: then the process ends.
 * @param run cleans up and throws when its signal is aborted
 */
export async function untilInterrupted(
  run: (progress: Progress, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const progress = createProgress();
  const stop = new AbortController();
  const interrupt = () => {
    if (!stop.signal.aborted) progress.say('Stopping');
    stop.abort(new Error('Stopped'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    return await run(progress, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    progress.say('Stopped; nothing of the run is left behind.');
    // What was waited for, a build or a round, may still be under way: it ends with this process.
    process.exit(exit.interrupted);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** What has been measured, and is in a results folder. */
export interface Measured {
  folder: string;
  summary: { enough: boolean; void: readonly { round: number; reasons: Reason[] }[] };
  /** Why it ended early; null if it didn't. */
  failed: string | null;
}

/** Draws its report, and says what is wrong with it. @returns the exit status */
export async function conclude({ folder, summary, failed }: Measured, progress: Progress): Promise<number> {
  await draw(folder, progress);
  if (failed !== null) {
    progress.say(`The run ended early: ${failed}. What was measured before is kept.`);
    return exit.failed;
  }
  if (summary.enough) return exit.done;
  const change = advice(summary);
  progress.say(`Too few valid rounds.${change === null ? '' : ` ${change}`}`);
  return exit.tooFewValid;
}

/** What was measured is kept, whatever becomes of its report. */
async function draw(folder: string, progress: Progress): Promise<void> {
  try {
    const written = await writeReport(folder);
    progress.say(`Report: ${written.find((file) => file.endsWith('.html'))}`);
  } catch (error) {
    progress.say(`The report could not be drawn: ${(error as Error).message}`);
  }
}
