import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fewestPairs, median, type PairOf, type Ratios, ratios } from '@meteor-vs-mean/stats';
import { exit, type Given, nonEmpty, runCommand, value, wholeFrom } from '@meteor-vs-mean/testbed/process';

const isToy = process.env.TOY === '1';
const command = {
  name: 'bench',
  typed: 'npm run bench -w artillery-engine-pubsub',
  about: `What the engine's account costs: the CPU time of its receiving path against that of a bare receiver, on one core, of the
same messages at the same time. TOY=1 makes one short pair, which only shows that the command works.`,
  options: {
    against: value(
      '<command>',
      'another receiver; bare-receiver.ts shows what it is given and asked',
      nonEmpty,
    ),
    connections: value('<number>', 'of each receiver', wholeFrom(1, 20_000), 200),
    seconds: value('<number>', 'of each measurement', wholeFrom(1, 3_600), isToy ? 1 : 4),
    pairs: value('<number>', 'of receivers, each newly started', wholeFrom(1, 1_000), isToy ? 1 : 12),
  },
};
/** Until what is hot has been compiled, of each receiver. */
const warmUp = isToy ? 20_000 : 300_000;
/** More than a receiver takes in a second of one core. */
const most_per_s = 1_000_000;
const goal = 0.95;
/** Share of the time; above it the machine is at other work. */
const mostWaiting = 0.05;
const pinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;
const node = process.execPath;
type Values = Given<typeof command.options>['values'];

interface Reading {
  deliveries: number;
  cpu_ms: number;
}

/** What one pair came to. */
interface Found {
  /** Deliveries in a second of one core, of each receiver. */
  perCpu_s: number[];
  /** Share of the time in which the server was ready to run and had no core; null where the system doesn't tell. */
  waiting: number | null;
}

interface Program {
  pid: number;
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
    pid: child.pid as number,
    line,
    ask: async () => {
      child.stdin.write('\n');
      return JSON.parse(await line());
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/**
 * Two receivers take the same messages at the same time, on the same core: what slows one slows the other. The clock says
 * nothing then; how much CPU time each took for its deliveries does.
 * @param commands of the receivers, in the order in which they are started and served
 */
async function measure(
  protocol: string,
  commands: readonly string[][],
  { connections, seconds }: Values,
): Promise<Found> {
  // Of each there is a bit for each subscriber: more than are needed would make the account larger than a run's.
  const writes = Math.ceil((2 * warmUp + seconds * most_per_s) / connections);
  const pushed = String(commands.length * connections);
  const server = start(0, [node, join(import.meta.dirname, 'push-server.ts'), pushed, String(writes)]);
  const receivers: Program[] = [];
  try {
    const env = {
      URL: `http://127.0.0.1:${await server.line()}`,
      PROTOCOL: protocol,
      CONNECTIONS: String(connections),
      WRITES: String(writes),
    };
    for (const command of commands) receivers.push(start(1, command, env));
    const ask = () => Promise.all(receivers.map((receiver) => receiver.ask()));
    while ((await ask()).some(({ deliveries }) => deliveries < warmUp)) await setTimeout(100);
    const before = await ask();
    const [waited_ms, began_ms] = [waitedOf(server.pid), performance.now()];
    await setTimeout(seconds * 1000);
    const [waitedAfter_ms, took_ms] = [waitedOf(server.pid), performance.now() - began_ms];
    const after = await ask();
    const perCpu_s = after.map(({ deliveries, cpu_ms }, i) => {
      const begun = before[i] as Reading;
      return (1000 * (deliveries - begun.deliveries)) / (cpu_ms - begun.cpu_ms);
    });
    return {
      perCpu_s,
      waiting: waited_ms === null || waitedAfter_ms === null ? null : (waitedAfter_ms - waited_ms) / took_ms,
    };
  } finally {
    for (const receiver of receivers) receiver.end();
    server.end();
  }
}

/** How long a process's first thread was ready to run and had no core; null where the system doesn't tell. */
function waitedOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return null;
  }
}

/** @returns whether the goal is met */
async function compare(protocol: string, values: Values): Promise<boolean> {
  const own = [node, join(import.meta.dirname, 'engine-receiver.ts')];
  const other = values.against
    ? ['/bin/sh', '-c', `exec ${values.against}`]
    : [node, join(import.meta.dirname, 'bare-receiver.ts')];
  const pairs: PairOf[] = [];
  const waits: (number | null)[] = [];
  for (let pair = 0; pair < values.pairs; pair++) {
    // A B B A: what being served first costs falls out of the mean.
    const first = pair % 4 === 0 || pair % 4 === 3 ? 'a' : 'b';
    const found = await measure(protocol, first === 'a' ? [own, other] : [other, own], values);
    const [one, two] = found.perCpu_s as [number, number];
    waits.push(found.waiting);
    pairs.push(first === 'a' ? { a: one, b: two, first } : { a: two, b: one, first });
  }
  const { mean, low, high, interval } = ratios(pairs) as Ratios;
  const middle = (of: 'a' | 'b') => Math.round(median(pairs.map((pair) => pair[of] as number)) as number);
  const certain = interval
    ? `95 % interval ${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}`
    : `no interval from fewer than ${fewestPairs} pairs`;
  console.log(
    `${protocol.padEnd(8)}  deliveries in a second of one core  engine ${middle('a')}  other ${middle('b')}  ` +
      `ratio ${mean.toFixed(3)} (${certain}; pairs ${low.toFixed(2)} to ${high.toFixed(2)})` +
      `: ${mean >= goal ? 'meets' : 'misses'} the goal of ${goal}`,
  );
  // The server has its core to itself: if it waits for it, others take the receivers' core, too, and their caches.
  const waiting = median(waits) ?? 0;
  if (pinned && waiting > mostWaiting) {
    const share = `${Math.round(100 * waiting)} %`;
    console.log(
      `${''.padEnd(8)}  the server waited for its core ${share} of the time: something else is at work, which costs the ` +
        'larger receiver more; run it again alone',
    );
  }
  return mean >= goal;
}

await runCommand(command, async ({ values }) => {
  const where = pinned
    ? 'both receivers on one core, the server on another'
    : 'not pinned: taskset or a second core is missing';
  console.log(
    `engine against ${values.against ?? 'a bare ws receiver'}, ${values.connections} connections each, ${where}`,
  );
  if (isToy)
    console.log('TOY=1: one short pair, which only shows that the command works; its figures say nothing');
  let isMet = true;
  for (const protocol of ['ddp', 'socketio']) isMet = (await compare(protocol, values)) && isMet;
  return isMet || isToy ? exit.done : exit.failed;
});
