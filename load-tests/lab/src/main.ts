/** The command `npm run lab`. */
import path from 'node:path';
import { advice, asTyped, createProgress, OptionError, type Progress, rootOf } from '@meteor-vs-mean/bench';
import { type LabSummary, labTable, writeReport } from '@meteor-vs-mean/report';
import { experimentNamed } from './experiments.ts';
import { list } from './list.ts';
import { help, type Options, parseOptions } from './options.ts';
import { runExperiment } from './run.ts';

const exit = { done: 0, failed: 1, tooFewValid: 2, interrupted: 130 } as const;

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const command = parseOptions(args);
  if (command.do === 'help') {
    console.log(help);
    return exit.done;
  }
  if (command.do === 'list') {
    console.log(await list());
    return exit.done;
  }
  return run(command.options, asTyped('npm run lab', args));
}

async function run(options: Options, command: string): Promise<number> {
  const progress = createProgress();
  const stop = new AbortController();
  const interrupt = () => {
    if (!stop.signal.aborted) progress.say('Stopping');
    stop.abort(new Error('Stopped'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    return await runAll(options, command, progress, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    progress.say('Stopped; nothing of the run is left behind.');
    // What a round was waiting for may still be under way: it ends with this process.
    process.exit(exit.interrupted);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** Several go on where one has failed. @returns the worst exit status */
async function runAll(
  { experiments, out, json, ...options }: Options,
  command: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const isOne = experiments.length === 1;
  const summaries: LabSummary[] = [];
  const statuses: number[] = [];
  for (const name of experiments) {
    if (!isOne) progress.say(`\n${name}`);
    try {
      const place = out === undefined || isOne ? out : path.join(out, name);
      const experiment = await experimentNamed(name);
      const outcome = await runExperiment(experiment, { ...options, out: place }, command, progress, signal);
      summaries.push(outcome.summary);
      if (!json) console.log(labTable(outcome.summary));
      statuses.push(await conclude(outcome, progress));
    } catch (error) {
      if (signal.aborted || isOne) throw error;
      progress.say(`lab: ${name}: ${rootOf(error).message}`);
      statuses.push(exit.failed);
    }
  }
  if (json) console.log(JSON.stringify(isOne ? summaries[0] : summaries, null, 2));
  return statuses.includes(exit.failed) ? exit.failed : Math.max(...statuses);
}

async function conclude(
  { folder, summary, failed }: Awaited<ReturnType<typeof runExperiment>>,
  progress: Progress,
): Promise<number> {
  progress.say(`\nTook ${tookSince(summary.started)}. Results: ${folder}`);
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

/** @param started ISO time */
function tookSince(started: string): string {
  const seconds = Math.round((Date.now() - Date.parse(started)) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
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

try {
  process.exitCode = await main();
} catch (error) {
  const hint = error instanceof OptionError ? '' : ' (DEBUG=1 shows where)';
  console.error(process.env.DEBUG ? error : `lab: ${rootOf(error).message}${hint}`);
  process.exitCode = exit.failed;
}
