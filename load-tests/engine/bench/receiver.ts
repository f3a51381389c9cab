/**
 * What the engine's account costs: its receiving path against a bare receiver of the same messages, each alone on one
 * core, in turns. `--against <command>` puts another receiver in the fixture's place: see bare-receiver.ts for what it
 * is given and asked. `--connections`, `--seconds`, `--pairs` as below.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    connections: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '3' },
    pairs: { type: 'string', default: '4' },
  },
});
/** More than any receiver takes in the time. */
const writes = 100_000;
const goal = 0.8;
const pinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;
const node = process.execPath;
const own = [node, join(import.meta.dirname, 'engine-receiver.ts')];
const other = values.against
  ? ['/bin/sh', '-c', `exec ${values.against}`]
  : [node, join(import.meta.dirname, 'bare-receiver.ts')];

interface Reading {
  deliveries: number;
  cpu_ms: number;
}

interface Result {
  /** Deliveries in a second of the clock, and in a second of CPU. */
  per_s: number;
  perCpu_s: number;
}

function start(core: number, command: string[], env: Record<string, string> = {}): ChildProcess {
  const [file, ...args] = pinned ? ['taskset', '-c', String(core), ...command] : command;
  return spawn(file as string, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
}

/** The next line that the process prints. */
async function line(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  try {
    const [text] = await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)),
      ),
    ]);
    return text;
  } finally {
    lines.close();
  }
}

async function ask(child: ChildProcess): Promise<Reading> {
  child.stdin?.write('\n');
  return JSON.parse(await line(child));
}

async function measure(protocol: string, command: string[]): Promise<Result> {
  const server = start(0, [
    node,
    join(import.meta.dirname, 'push-server.ts'),
    values.connections,
    String(writes),
  ]);
  let receiver: ChildProcess | undefined;
  try {
    const url = `http://127.0.0.1:${await line(server)}`;
    const env = { URL: url, PROTOCOL: protocol, CONNECTIONS: values.connections, WRITES: String(writes) };
    receiver = start(1, command, env);
    // Until it has compiled what is hot.
    while ((await ask(receiver)).deliveries < 50_000) await setTimeout(100);
    const [before, began] = [await ask(receiver), performance.now()];
    await setTimeout(Number(values.seconds) * 1000);
    const [after, seconds] = [await ask(receiver), (performance.now() - began) / 1000];
    const deliveries = after.deliveries - before.deliveries;
    return { per_s: deliveries / seconds, perCpu_s: (1000 * deliveries) / (after.cpu_ms - before.cpu_ms) };
  } finally {
    for (const child of [server, receiver]) child?.kill('SIGKILL');
  }
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

const pairs = Number(values.pairs);
const where = pinned
  ? 'receiver and server on a core each'
  : 'not pinned: taskset or a second core is missing';
console.log(
  `engine against ${values.against ?? 'a bare ws receiver'}, ${values.connections} connections, ${where}`,
);
for (const protocol of ['ddp', 'socketio']) {
  const results: [Result, Result][] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // In turns, so that what drifts hits both.
    const ownFirst = pair % 2 === 0;
    const one = await measure(protocol, ownFirst ? own : other);
    const two = await measure(protocol, ownFirst ? other : own);
    results.push(ownFirst ? [one, two] : [two, one]);
  }
  const show = (what: string, of: (result: Result) => number) => {
    const ratios = results.map(([engine, bare]) => of(engine) / of(bare));
    const [engine, bare] = [0, 1].map((i) =>
      Math.round(median(results.map((pair) => of(pair[i] as Result)))),
    );
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const verdict = median(ratios) >= goal ? 'meets' : 'misses';
    console.log(
      `${protocol.padEnd(8)}  ${what.padEnd(27)}  engine ${engine}  other ${bare}  ` +
        `ratio ${median(ratios).toFixed(2)} (${range}; ${verdict} the goal of ${goal})`,
    );
  };
  show('deliveries/s', ({ per_s }) => per_s);
  show('deliveries per CPU second', ({ perCpu_s }) => perCpu_s);
}
