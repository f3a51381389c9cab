import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Artillery at work on one scenario. */
export interface Generator {
  readonly pid: number;
  /** When it has ended; a failure says what its last words were. */
  readonly ended: Promise<{ failed: string | null }>;
  /** SIGTERM, then SIGKILL. */
  stop(): Promise<void>;
}

export interface GeneratorOptions {
  /** The YAML file. */
  scenario: string;
  /** Artillery's `-e`. */
  environment: string;
  /** Merged over the scenario's own. */
  config: Record<string, unknown>;
  /** Where its output goes. */
  log: string;
}

const root = path.resolve(import.meta.dirname, '../../..');

/** Starts `artillery run` as anyone would from the command line, in a process of its own. */
export function startGenerator({ scenario, environment, config, log }: GeneratorOptions): Generator {
  const args = ['run', '-e', environment, '--overrides', JSON.stringify({ config }), scenario];
  const child = spawn(process.execPath, [artilleryCommand(), ...args], {
    cwd: root,
    // A group of its own, so that Ctrl-C reaches it through us, after what must come first.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true', NODE_OPTIONS: '' },
  });
  const output = createWriteStream(log);
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const ended = once(child, 'close').then(async ([code, signal]) => {
    output.end();
    if (code === 0) return { failed: null };
    const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').slice(-3);
    return { failed: `artillery ended with ${signal ?? `status ${code}`}: ${lines.join(' ').trim()}` };
  });
  return {
    pid: child.pid ?? 0,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      signalGroup(child.pid, 'SIGTERM');
      const stopped = await Promise.race([ended.then(() => true), wait(5000, false, { ref: false })]);
      if (!stopped) signalGroup(child.pid, 'SIGKILL');
      await ended;
    },
  };
}

/**
 * Waits until all subscribers are ready: the engine leaves start.json in its folder then, or void.json.
 * @returns the moment of the first write, on the clock of process.hrtime.bigint()
 * @throws if the run is void, or the generator ends instead
 */
export async function untilStarted(out: string, generator: Generator, signal: AbortSignal): Promise<bigint> {
  const read = (name: string) => readFile(path.join(out, name), 'utf8').then(JSON.parse, () => undefined);
  let ended: { failed: string | null } | undefined;
  void generator.ended.then((end) => {
    ended = end;
  });
  for (;;) {
    const over = ended;
    const failure = await read('void.json');
    if (failure) throw new Error(`${failure.reason} (${failure.code})`);
    const start = await read('start.json');
    if (start) return BigInt(start.t0_ns);
    if (over) throw new Error(over.failed ?? 'the generator ended before anything was measured');
    await wait(25, undefined, { signal });
  }
}

function artilleryCommand(): string {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve('artillery/package.json')), 'bin', 'run');
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It was quicker than we.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
