/** The command `npm run compare`. */
import {
  asTyped,
  conclude,
  exit,
  isToy,
  type Progress,
  runCommand,
  untilInterrupted,
} from '@meteor-vs-mean/bench';
import { table } from '@meteor-vs-mean/report';
import { stacks } from '@meteor-vs-mean/stacks';
import { help } from './help.ts';
import { experiments, type Options, parseOptions } from './options.ts';
import { runComparison } from './run.ts';
import { scenarios } from './scenario.ts';
import { runSelf } from './self-run.ts';

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const command = parseOptions(args, { stacks: Object.keys(stacks), toy: isToy() });
  if (command.do === 'help') {
    console.log(help);
    return exit.done;
  }
  if (command.do === 'list') {
    console.log(list());
    return exit.done;
  }
  const typed = asTyped('npm run compare', args, command.options.toy);
  return untilInterrupted((progress, signal) => compare(command.options, typed, progress, signal));
}

async function compare(
  options: Options,
  command: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const run = options.experiment === 'self' ? runSelf : runComparison;
  const outcome = await run(options, command, progress, signal);
  console.log(options.json ? JSON.stringify(outcome.summary, null, 2) : table(outcome.summary));
  progress.say(`\nResults: ${outcome.folder}`);
  return conclude(outcome, progress);
}

function list(): string {
  const lines = Object.values(stacks).map(
    ({ name, modes, defaultMode, transports, defaultTransport }) =>
      `${name}: modes ${modes.join(', ')} (default ${defaultMode}); transports ${transports.join(', ')} (default ${defaultTransport})`,
  );
  return [
    ...lines,
    `scenarios: ${Object.keys(scenarios).join(', ')}`,
    `experiments: ${experiments.join(', ')}`,
  ].join('\n');
}

await runCommand('compare', main);
