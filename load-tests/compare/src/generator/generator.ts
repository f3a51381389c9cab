import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, root, startChild, userCacheDir } from '@meteor-vs-mean/testbed/process';
import { type Presence, phasesOf, saysAllThere } from 'artillery-engine-pubsub';

/** Artillery at work on one scenario, in one process or several. */
export interface Generator {
  readonly pids: number[];
  /** When all of it has ended; a failure says what the last words were. */
  readonly ended: Promise<{ failed: string | null }>;
  /** When all users of `atOnce_s` are there, on the clock of process.hrtime.bigint(). */
  readonly allThere: Promise<bigint>;
  /** SIGTERM, then SIGKILL. */
  stop(): Promise<void>;
}

interface GeneratorOptions {
  /** The YAML file. */
  scenario: string;
  /** Artillery's `-e`. */
  environment: string;
  target: string;
  /** Virtual users of all processes together. */
  clients: number;
  /** Those that arrive in a second, of all processes together. Default: as many as an app can greet. */
  arrivals_per_s?: number;
  /** Where one that is done is replaced. Default: each comes once. */
  atOnce?: Presence;
  /** How many processes share them: they meet in the folder `out`, and one of them runs the writers. Default 1. */
  processes?: number;
  /** An empty folder, for the engine's files. */
  out: string;
  /** Of the engine, beside those above: over the scenario's own. */
  pubsub: Record<string, unknown>;
  variables: Record<string, unknown>;
  /** A CSV file, Artillery's `-p`; the scenario uses its columns. */
  payload?: string;
  /** Where Artillery's report goes, its `--output`. */
  report?: string;
  /** Where its output goes. */
  log: string;
}

/** More at a time only queue before the app. */
const arrivals_per_s = 100;
/** How long the last one may take from when it arrived. */
const readyTimeout_s = 60;

/** Starts `artillery run` as anyone would from the command line, but for without-clouds.ts. It doesn't outlive this process, however that ends. */
export async function startGenerator(options: GeneratorOptions): Promise<Generator> {
  const { clients, log } = options;
  const processes = Math.min(options.processes ?? 1, clients);
  const allThere = Promise.withResolvers<bigint>();
  const started = await Promise.allSettled(
    Array.from({ length: processes }, (_, index) =>
      startChild(process.execPath, [...artillery(), ...argumentsOf(options, index, processes)], {
        cwd: root,
        env: {
          ...process.env,
          ARTILLERY_DISABLE_TELEMETRY: 'true',
          // Artillery is two thousand files: compiled once, it starts with a third less CPU.
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(userCacheDir(), 'compiled'),
          NODE_OPTIONS: '',
        },
        log: (line) => {
          if (saysAllThere(line)) allThere.resolve(process.hrtime.bigint());
          appendFileSync(log, `${line}\n`);
        },
      }),
    ),
  );
  const children = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()));
  };
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const ended = Promise.all(children.map(failureOf)).then((failures) => ({
    failed: failures.find((failure) => failure !== null) ?? null,
  }));
  return { pids: children.map(({ pid }) => pid), ended, allThere: allThere.promise, stop };
}

/** @param index of the process among `processes`, which share the virtual users evenly */
function argumentsOf(options: GeneratorOptions, index: number, processes: number): string[] {
  const { clients, scenario, environment, target, out, pubsub, variables } = options;
  const from = Math.floor((clients * index) / processes);
  const to = Math.floor((clients * (index + 1)) / processes);
  const { atOnce } = options;
  const duration =
    atOnce?.arriving_s ?? Math.max(1, Math.ceil(clients / (options.arrivals_per_s ?? arrivals_per_s)));
  const config = {
    target,
    phases: atOnce === undefined ? [{ duration, arrivalCount: to - from }] : phasesOf(to - from, atOnce),
    engines: {
      // What is lost is in the bench's account, by writes that MongoDB holds: a round with losses is a result.
      pubsub: {
        subscribers: clients,
        readyTimeout: duration + readyTimeout_s,
        failOnLoss: false,
        out,
        ...pubsub,
      },
    },
    variables,
  };
  const payload = options.payload === undefined ? [] : ['-p', options.payload];
  const report = options.report === undefined ? [] : ['--output', options.report];
  const overrides = ['--overrides', JSON.stringify({ config })];
  return ['run', '-e', environment, ...overrides, ...payload, ...report, scenario];
}

async function failureOf(child: Child): Promise<string | null> {
  const { code, signal } = await child.exited;
  if (code === 0) return null;
  const words = child.lastLines.filter((line) => line.trim() !== '').slice(-3);
  return `artillery ended with ${signal ?? `status ${code}`}: ${words.join(' ').trim()}`;
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

/** @throws if the run is void, or the generator ends, before all users are there */
export async function untilAllThere(out: string, generator: Generator, signal: AbortSignal): Promise<bigint> {
  return Promise.race([generator.allThere, untilStarted(out, generator, signal)]);
}

function artillery(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const command = path.join(path.dirname(resolve('artillery/package.json')), 'bin', 'run');
  return ['--import', new URL('./without-clouds.ts', import.meta.url).href, command];
}
