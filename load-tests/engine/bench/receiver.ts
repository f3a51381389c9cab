/**
 * What the engine's account costs: its receiving path against a bare receiver of the same messages, each alone on one
 * core, in turns. `--against <command>` puts another receiver in the fixture's place: see bare-receiver.ts for what it
 * is given and asked. `--connections`, `--seconds`, `--pairs` as below. TOY=1 makes one short pair, which only shows that
 * the command works.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const isToy = process.env.TOY === '1';
const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    connections: { type: 'string', default: '200' },
    seconds: { type: 'string', default: isToy ? '1' : '3' },
    pairs: { type: 'string', default: isToy ? '1' : '6' },
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

interface Program {
  /** The next line that it prints. */
  line(): Promise<string>;
  ask(): Promise<Reading>;
  end(): void;
}

function start(core: number, command: string[], env: Record<string, string> = {}): Program {
  const [file, ...args] = pinned ? ['taskset', '-c', String(core), ...command] : command;
  const child = spawn(file as string, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${command.join(' ')}: ended before it answered`);
    return value;
  };
  return {
    line,
    ask: async () => {
      child.stdin.write('\n');
      return JSON.parse(await line());
    },
    end: () => void child.kill('SIGKILL'),
  };
}

async function measure(protocol: string, command: string[]): Promise<Result> {
  const server = start(0, [
    ...[node, join(import.meta.dirname, 'push-server.ts')],
    ...[values.connections, String(writes)],
  ]);
  let receiver: Program | undefined;
  try {
    const url = `http://127.0.0.1:${await server.line()}`;
    const env = { URL: url, PROTOCOL: protocol, CONNECTIONS: values.connections, WRITES: String(writes) };
    receiver = start(1, command, env);
    // Until it has compiled what is hot.
    while ((await receiver.ask()).deliveries < 50_000) await setTimeout(100);
    const [before, began] = [await receiver.ask(), performance.now()];
    await setTimeout(Number(values.seconds) * 1000);
    const [after, seconds] = [await receiver.ask(), (performance.now() - began) / 1000];
    const deliveries = after.deliveries - before.deliveries;
    return { per_s: deliveries / seconds, perCpu_s: (1000 * deliveries) / (after.cpu_ms - before.cpu_ms) };
  } finally {
    receiver?.end();
    server.end();
  }
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

async function compare(protocol: string, pairs: number): Promise<void> {
  const results: [Result, Result][] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // In turns, so that what drifts hits both.
    const ownFirst = pair % 2 === 0;
    const one = await measure(protocol, ownFirst ? own : other);
    const two = await measure(protocol, ownFirst ? other : own);
    results.push(ownFirst ? [one, two] : [two, one]);
  }
  const show = (what: string, of: (result: Result) => number, judge: (ratio: number) => string) => {
    const ratios = results.map(([engine, bare]) => of(engine) / of(bare));
    const [engine, bare] = [0, 1].map((i) =>
      Math.round(median(results.map((pair) => of(pair[i] as Result)))),
    );
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    console.log(
      `${protocol.padEnd(8)}  ${what}  engine ${engine}  other ${bare}  ` +
        `ratio ${median(ratios).toFixed(2)} (${range})${judge(median(ratios))}`,
    );
  };
  show(
    'deliveries in a second            ',
    ({ per_s }) => per_s,
    () => '',
  );
  // What one core can do, also where others have a part of it: this is what the goal is for.
  show(
    'deliveries in a second of one core',
    ({ perCpu_s }) => perCpu_s,
    (ratio) => (ratio >= goal ? `: meets the goal of ${goal}` : `: misses the goal of ${goal}`),
  );
}

const where = pinned
  ? 'receiver and server on a core each'
  : 'not pinned: taskset or a second core is missing';
console.log(
  `engine against ${values.against ?? 'a bare ws receiver'}, ${values.connections} connections, ${where}`,
);
if (isToy)
  console.log('TOY=1: one short pair, which only shows that the command works; its figures say nothing');
try {
  for (const protocol of ['ddp', 'socketio']) await compare(protocol, Number(values.pairs));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
