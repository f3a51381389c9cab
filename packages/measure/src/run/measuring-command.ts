import { exit, flag, nonEmpty, onStopSignal, value, wholeFrom } from '@meteor-vs-mean/testbed/process';
import type { RunManifest, Summary } from '../results/index.ts';
import type { Experiment, Opening, Order, Running } from './experiment.ts';
import { noAnswer } from './no-answer.ts';
import { createProgress } from './progress.ts';
import { run } from './run.ts';

/** Options of every command that measures. */
export const measuringOptions = {
  seed: value('1', 'of what is random', wholeFrom(0, 2 ** 32 - 1), 1),
  out: value('<folder>', 'where the results go; default: a new folder under load-tests/results', nonEmpty),
  json: flag('prints the summary alone on standard output (npm run -s keeps npm quiet)'),
  toy: flag('a run of seconds, which only shows that the command works; its results say so'),
};

/** What every run was asked, as a manifest keeps it. */
export interface MeasuringOptions {
  readonly size: RunManifest['size'];
  readonly seed: number;
  readonly out: string | undefined;
  readonly json: boolean;
}

/** An experiment that is to be run, and what shows its outcome. */
export interface Measuring<Planned> {
  order: Order;
  open(opening: Opening): Promise<Experiment<Planned>>;
  /** The summary for a terminal. */
  table(summary: Summary): string;
  /** Draws the report of a results folder. @returns the files */
  draw(folder: string): Promise<readonly string[]>;
}

/**
 * Runs an experiment, prints its table unless that is left to somebody else, and draws its report.
 * @returns its summary, and the exit status
 * @throws as `run` does
 */
export async function measure<Planned>(
  { order, open, table, draw }: Measuring<Planned>,
  print: (text: string) => void,
  { progress, signal }: Running,
): Promise<{ summary: Summary; status: number }> {
  const { folder, summary, ended } = await run(order, open, { progress, signal });
  print(table(summary));
  try {
    const written = await draw(folder);
    progress.say(`\nReport: ${written.find((file) => file.endsWith('.html'))}`);
  } catch (error) {
    // What was measured is kept, whatever becomes of its report.
    progress.say(`\nResults: ${folder}. The report could not be drawn: ${(error as Error).message}`);
  }
  if (ended === 'interrupted') {
    progress.say('Stopped; its rounds are kept');
    return { summary, status: exit.interrupted };
  }
  if (ended !== 'complete') {
    progress.say(`The run ended early: ${ended.failed}. What was measured before is kept.`);
    return { summary, status: exit.failed };
  }
  if (summary.answered) return { summary, status: exit.done };
  progress.say(noAnswer(summary.void));
  return { summary, status: exit.noAnswer };
}

/**
 * Measures until it is done, or until Ctrl-C, SIGTERM or SIGHUP stops it: then the process ends.
 * @param work cleans up and throws when its signal is aborted
 */
export async function untilInterrupted(work: (running: Running) => Promise<number>): Promise<number> {
  const progress = createProgress();
  const stop = new AbortController();
  const endWatch = onStopSignal(() => {
    if (!stop.signal.aborted) progress.say('Stopping');
    stop.abort(new Error('Stopped'));
  });
  try {
    return await work({ progress, signal: stop.signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    progress.say('Stopped');
    // What was waited for, such as a build, may still be under way: it ends with this process.
    return process.exit(exit.interrupted);
  } finally {
    endWatch();
  }
}

/** Runs the one experiment of a command, and prints its table or its summary. @returns the exit status */
export function measureAlone<Planned>(
  measuring: Measuring<Planned>,
  { json }: { json: boolean },
): Promise<number> {
  return untilInterrupted(async (running) => {
    const { summary, status } = await measure(measuring, json ? () => {} : console.log, running);
    if (json) console.log(JSON.stringify(summary, null, 2));
    return status;
  });
}
