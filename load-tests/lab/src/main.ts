/** The command `npm run lab`. */
import path from 'node:path';
import {
  asTyped,
  conclude,
  exit,
  isToy,
  type Progress,
  rootOf,
  runCommand,
  untilInterrupted,
} from '@meteor-vs-mean/bench';
import { type LabSummary, labTable } from '@meteor-vs-mean/report';
import { experimentNamed } from './experiments.ts';
import { list } from './list.ts';
import { help, type Options, parseOptions } from './options.ts';
import { runExperiment } from './run.ts';

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const command = parseOptions(args, { toy: isToy() });
  if (command.do === 'help') {
    console.log(help);
    return exit.done;
  }
  if (command.do === 'list') {
    console.log(await list());
    return exit.done;
  }
  const typed = asTyped('npm run lab', args, command.options.small);
  return untilInterrupted((progress, signal) => runAll(command.options, typed, progress, signal));
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
      progress.say(`\nTook ${tookSince(outcome.summary.started)}. Results: ${outcome.folder}`);
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

/** @param started ISO time */
function tookSince(started: string): string {
  const seconds = Math.round((Date.now() - Date.parse(started)) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

await runCommand('lab', main);
