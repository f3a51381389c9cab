/**
 * The program's end of what `LabTestbed.program` starts: it tells that it is ready, answers commands, and ends with the lab.
 * Runs on Node and on Bun alike.
 */

/** Answers a command: by its fields other than `do`. What it returns is sent back as JSON. */
type Handler = { handle(command: Record<string, unknown>): unknown }['handle'];

/** By the command's `do`. */
export interface Commands {
  [name: string]: Handler;
}

/** What every program answers to `{ do: 'cpu' }`: its own CPU since it began, finer than what a system tells outside. */
export interface OwnCpu {
  user_ms: number;
  system_ms: number;
  /** Context switches of all its threads: each is a wait, or a core taken away. */
  switches: number;
}

const always: Commands = {
  cpu(): OwnCpu {
    const { userCPUTime, systemCPUTime, voluntaryContextSwitches, involuntaryContextSwitches } =
      process.resourceUsage();
    return {
      user_ms: userCPUTime / 1000,
      system_ms: systemCPUTime / 1000,
      switches: voluntaryContextSwitches + involuntaryContextSwitches,
    };
  },
};

/**
 * Prints the line that says ready, then answers lines of JSON `{ id, command: { do, ... } }` with `{ id, answer }` or
 * `{ id, error }`, until standard input closes: which it also does when the lab is killed. Then the process ends.
 * Whatever else the program prints is kept as its log.
 *
 * @param ready what `Program.ready` becomes, e.g. { port: 4711 }
 */
export function serve(ready: Record<string, unknown>, commands: Commands = {}): void {
  const handlers = { ...always, ...commands };
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) void answer(line, handlers);
  });
  process.stdin.on('end', () => process.exit(0));
  say({ ready });
}

async function answer(line: string, handlers: Commands): Promise<void> {
  const { id, command } = JSON.parse(line) as { id: number; command: Record<string, unknown> };
  try {
    const handler = Object.hasOwn(handlers, String(command.do)) ? handlers[String(command.do)] : undefined;
    if (!handler)
      throw new Error(`it knows no command "${command.do}", but ${Object.keys(handlers).join(', ')}`);
    say({ id, answer: (await handler(command)) ?? null });
  } catch (error) {
    say({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

function say(value: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
