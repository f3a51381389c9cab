import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '@meteor-vs-mean/stacks';

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

/** Starts `artillery run` as anyone would from the command line. It doesn't outlive this process, however that ends. */
export async function startGenerator({
  scenario,
  environment,
  config,
  log,
}: GeneratorOptions): Promise<Generator> {
  const args = ['run', '-e', environment, '--overrides', JSON.stringify({ config }), scenario];
  const child = await startChild(process.execPath, [artilleryCommand(), ...args], {
    cwd: root,
    env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true', NODE_OPTIONS: '' },
    log: (line) => appendFileSync(log, `${line}\n`),
  });
  const ended = child.exited.then(({ code, signal }) => {
    if (code === 0) return { failed: null };
    const words = child.lastLines.filter((line) => line.trim() !== '').slice(-3);
    return { failed: `artillery ended with ${signal ?? `status ${code}`}: ${words.join(' ').trim()}` };
  });
  return { pid: child.pid, ended, stop: () => child.stop() };
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
