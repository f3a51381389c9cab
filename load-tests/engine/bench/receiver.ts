import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { exit, type Given, nonEmpty, runCommand, value, wholeFrom } from '@meteor-vs-mean/process';
import { median } from '@meteor-vs-mean/stats';

const isToy = process.env.TOY === '1';
const command = {
  name: 'bench',
  typed: 'npm run bench -w artillery-engine-pubsub',
  about: `What the engine's account costs: its receiving path against a bare receiver of the same messages, each alone on one
core, in turns. TOY=1 makes one short pair, which only shows that the command works.`,
  options: {
    against: value(
      '<command>',
      'another receiver; bare-receiver.ts shows what it is given and asked',
      nonEmpty,
    ),
    connections: value('<number>', 'that receive', wholeFrom(1, 20_000), 200),
    seconds: value('<number>', 'of each measurement', wholeFrom(1, 3_600), isToy ? 1 : 3),
    pairs: value('<number>', 'of measurements', wholeFrom(1, 1_000), isToy ? 1 : 6),
  },
};
/** More than any receiver takes in the time. */
const writes = 100_000;
const goal = 0.8;
const pinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;
const node = process.execPath;
type Values = Given<typeof command.options>['values'];

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

async function measure(
  protocol: string,
  command: string[],
  { connections, seconds }: Values,
): Promise<Result> {
  const server = start(0, [
    node,
    join(import.meta.dirname, 'push-server.ts'),
    String(connections),
    String(writes),
  ]);
  let receiver: Program | undefined;
  try {
    const url = `http://127.0.0.1:${await server.line()}`;
    const env = {
      URL: url,
      PROTOCOL: protocol,
      CONNECTIONS: String(connections),
      WRITES: String(writes),
    };
    receiver = start(1, command, env);
    // Until it has compiled what is hot.
    while ((await receiver.ask()).deliveries < 50_000) await setTimeout(100);
    const [before, began] = [await receiver.ask(), performance.now()];
    await setTimeout(seconds * 1000);
    const [after, took_s] = [await receiver.ask(), (performance.now() - began) / 1000];
    const deliveries = after.deliveries - before.deliveries;
    return { per_s: deliveries / took_s, perCpu_s: (1000 * deliveries) / (after.cpu_ms - before.cpu_ms) };
  } finally {
    receiver?.end();
    server.end();
  }
}

/** @returns whether the goal is met */
async function compare(protocol: string, values: Values): Promise<boolean> {
  const own = [node, join(import.meta.dirname, 'engine-receiver.ts')];
  const other = values.against
    ? ['/bin/sh', '-c', `exec ${values.against}`]
    : [node, join(import.meta.dirname, 'bare-receiver.ts')];
  const results: [Result, Result][] = [];
  for (let pair = 0; pair < values.pairs; pair++) {
    // In turns, so that what drifts hits both.
    const ownFirst = pair % 2 === 0;
    const one = await measure(protocol, ownFirst ? own : other, values);
    const two = await measure(protocol, ownFirst ? other : own, values);
    results.push(ownFirst ? [one, two] : [two, one]);
  }
  const show = (what: string, of: (result: Result) => number, judge = (_: number): string => ''): number => {
    const ratios = results.map(([engine, bare]) => of(engine) / of(bare));
    const ratio = median(ratios) as number;
    const [engine, bare] = [0, 1].map((i) =>
      Math.round(median(results.map((pair) => of(pair[i] as Result))) as number),
    );
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    console.log(
      `${protocol.padEnd(8)}  ${what}  engine ${engine}  other ${bare}  ` +
        `ratio ${ratio.toFixed(2)} (${range})${judge(ratio)}`,
    );
    return ratio;
  };
  show('deliveries in a second            ', ({ per_s }) => per_s);
  // What one core can do, also where others have a part of it: this is what the goal is for.
  const ratio = show(
    'deliveries in a second of one core',
    ({ perCpu_s }) => perCpu_s,
    (of) => `: ${of >= goal ? 'meets' : 'misses'} the goal of ${goal}`,
  );
  return ratio >= goal;
}

await runCommand(command, async ({ values }) => {
  const where = pinned
    ? 'receiver and server on a core each'
    : 'not pinned: taskset or a second core is missing';
  console.log(
    `engine against ${values.against ?? 'a bare ws receiver'}, ${values.connections} connections, ${where}`,
  );
  if (isToy)
    console.log('TOY=1: one short pair, which only shows that the command works; its figures say nothing');
  let isMet = true;
  for (const protocol of ['ddp', 'socketio']) isMet = (await compare(protocol, values)) && isMet;
  return isMet || isToy ? exit.done : exit.failed;
});
