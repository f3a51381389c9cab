import { helpOf } from './help.ts';
import { OptionError } from './option-values.ts';
import { type Command, type Given, type OptionMap, readOptions } from './options.ts';
import { rootOf } from './root-error.ts';

/** What a command that measures ends with. */
export const exit = { done: 0, failed: 1, noAnswer: 2, interrupted: 130 } as const;

/**
 * Runs a command with what was typed, and ends the process with the status that `main` returns. If help was asked for,
 * it is printed instead. An error that `main` throws is printed in one line.
 */
export async function runCommand<const Options extends OptionMap>(
  command: Command<Options>,
  main: (given: Given<Options>) => Promise<number>,
): Promise<void> {
  try {
    const given = readOptions(command, process.argv.slice(2));
    if (given === undefined) console.log(helpOf(command));
    process.exitCode = given === undefined ? exit.done : await main(given);
  } catch (error) {
    const root = rootOf(error);
    const isExpected = root instanceof OptionError || (root.constructor === Error && !('code' in root));
    const where = isExpected ? '' : ' (DEBUG=1 shows where)';
    console.error(process.env.DEBUG ? error : `${command.name}: ${root.message}${where}`);
    process.exitCode = exit.failed;
  }
  // What was printed may still be on its way into a pipe.
  await new Promise((written) => process.stdout.write('', written));
  process.exit();
}
