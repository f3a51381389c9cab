/** The command `npm run compare`. */
import { advice, asTyped, createProgress, type Progress, rootOf } from '@meteor-vs-mean/bench';
import { table, writeReport } from '@meteor-vs-mean/report';
import { stacks } from '@meteor-vs-mean/stacks';
import { experiments, help, OptionError, type Options, parseOptions } from './options.ts';
import { runComparison } from './run.ts';
import { scenarios } from './scenario.ts';
import { runSelf } from './self-run.ts';

const exit = { done: 0, failed: 1, tooFewValid: 2, interrupted: 130 } as const;

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const command = parseOptions(args, { stacks: Object.keys(stacks) });
  if (command.do === 'help') {
    console.log(help);
    return exit.done;
  }
  if (command.do === 'list') {
    console.log(list());
    return exit.done;
  }
  return compare(command.options, asTyped('npm run compare', args));
}

async function compare(options: Options, command: string): Promise<number> {
  const progress = createProgress();
  const stop = new AbortController();
  const interrupt = () => {
    if (!stop.signal.aborted) progress.say('Stopping');
    stop.abort(new Error('Stopped'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const run = options.experiment === 'self' ? runSelf : runComparison;
  try {
    const { folder, summary, failed } = await run(options, command, progress, stop.signal);
    console.log(options.json ? JSON.stringify(summary, null, 2) : table(summary));
    progress.say(`\nResults: ${folder}`);
    await draw(folder, progress);
    if (failed !== null) {
      progress.say(`The run ended early: ${failed}. What was measured before is kept.`);
      return exit.failed;
    }
    if (summary.enough) return exit.done;
    const change = advice(summary);
    progress.say(`Too few valid rounds.${change === null ? '' : ` ${change}`}`);
    return exit.tooFewValid;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    progress.say('Stopped; nothing of the run is left behind.');
    // A build or a download may still be under way: it ends with this process.
    process.exit(exit.interrupted);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
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

try {
  process.exitCode = await main();
} catch (error) {
  const hint = error instanceof OptionError ? '' : ' (DEBUG=1 shows where)';
  console.error(process.env.DEBUG ? error : `compare: ${rootOf(error).message}${hint}`);
  process.exitCode = exit.failed;
}
