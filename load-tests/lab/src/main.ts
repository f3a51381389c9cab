/** The command `npm run lab`. */

import path from 'node:path';
import type { GridSummary } from '@meteor-vs-mean/measure/results';
import { findTargets, measure, openGrid, type Running, untilInterrupted } from '@meteor-vs-mean/measure/run';
import { labTable, writeReport } from '@meteor-vs-mean/report';
import { asTyped, exit, rootOf, runCommand } from '@meteor-vs-mean/testbed/process';
import { type ExperimentName, experimentNamed, experimentNames } from './experiment.ts';
import { labCommand, type Options, optionsFrom } from './options.ts';
import { openTestbed } from './testbed.ts';
import { versionOf } from './versions.ts';

const typed = 'npm run lab';

await runCommand(labCommand, async (given) => {
  if (given.words.length === 0 && given.typed.size === 0) {
    console.log(await list());
    return exit.done;
  }
  const options = optionsFrom(given);
  return untilInterrupted((running) => measureAll(options, running));
});

/** Several go on where one has failed. @returns the worst exit status */
async function measureAll(options: Options, running: Running): Promise<number> {
  const { experiments, json } = options;
  const { progress, signal } = running;
  const isOne = experiments.length === 1;
  const summaries: GridSummary[] = [];
  const statuses: number[] = [];
  for (const name of experiments) {
    if (!isOne) progress.say(`\n${name}`);
    try {
      const { summary, status } = await measureNamed(name, options, running);
      summaries.push(summary);
      progress.say(`Took ${tookSince(summary.started)}`);
      statuses.push(status);
    } catch (error) {
      if (signal.aborted || isOne) throw error;
      progress.say(`lab: ${name}: ${rootOf(error).message}`);
      statuses.push(exit.failed);
    }
    // After Ctrl-C no other experiment starts.
    if (signal.aborted) return exit.interrupted;
  }
  if (json) console.log(JSON.stringify(isOne ? summaries[0] : summaries, null, 2));
  return statuses.includes(exit.failed) ? exit.failed : Math.max(...statuses);
}

async function measureNamed(name: ExperimentName, options: Options, running: Running) {
  const { experiments, size, seed, json } = options;
  const out =
    options.out === undefined || experiments.length === 1 ? options.out : path.join(options.out, name);
  const experiment = await experimentNamed(name);
  const versions = {
    node: process.versions.node,
    'playwright-core': versionOf('playwright-core', import.meta.url),
  };
  return measure(
    {
      order: {
        kind: 'lab',
        experiment: name,
        size,
        seed,
        command: asTyped(typed, process.argv.slice(2)),
        options: { ...options, experiments: [name] },
        out,
      },
      open: (opening) => openGrid(experiment, openTestbed, options, versions, opening),
      table: labTable,
      draw: writeReport,
    },
    json ? () => {} : console.log,
    running,
  );
}

/** @param started ISO time */
function tookSince(started: string): string {
  const seconds = Math.round((Date.now() - Date.parse(started)) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What `npm run lab` prints without a name: every experiment, what it asks, and which of its targets run here. */
async function list(): Promise<string> {
  const blocks = await Promise.all(
    experimentNames.map(async (name) => {
      const experiment = await experimentNamed(name);
      const targets = await findTargets(experiment);
      return [
        `${name}  ${experiment.title}`,
        `  ${experiment.question}`,
        ...targets.map(({ title, versions, notRun }) =>
          notRun === null ? `    ${title} (${told(versions)})` : `    ${title}: not run, ${notRun}`,
        ),
      ].join('\n');
    }),
  );
  return [
    ...blocks,
    'npm run lab -- <name> runs one, npm run lab -- all --quick all of them. --help lists the options.',
  ].join('\n\n');
}

function told(versions: Record<string, string>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
