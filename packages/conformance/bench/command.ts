import { interrupted } from '@meteor-vs-mean/stacks';

/** What a command does, once it is told how. */
interface Command<Options> {
  help: string;
  /** @returns undefined if only help was wanted @throws one line that names the option */
  options(args: string[]): Promise<Options | undefined>;
  run(options: Options, running: AsyncDisposableStack): Promise<void>;
}

/** Runs one, until it is done or Ctrl-C ends it; stops what it started, and ends the process. */
export async function runCommand<Options>(name: string, command: Command<Options>): Promise<never> {
  try {
    process.exit(await exitCodeOf(command));
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}`);
    process.exit(1);
  }
}

async function exitCodeOf<Options>({ help, options: read, run }: Command<Options>): Promise<number> {
  const options = await read(process.argv.slice(2));
  if (!options) {
    console.log(help);
    return 0;
  }
  await using running = new AsyncDisposableStack();
  const over = interrupted().then(() => 130);
  const done = run(options, running).then(() => 0);
  // Awaited here: what runs is stopped after it, and not before.
  return await Promise.race([done, over]);
}
