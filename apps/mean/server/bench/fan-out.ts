/**
 * This server against the smallest one (or another: `--against <command>`, which gets PORT and MONGO_URL), on one
 * MongoDB, in turns. Prints fan-out latency, counted from when each write was due, and CPU a delivery. TOY=1 makes one short
 * pair, which only shows that the command works.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startMongo, urlOf } from '@meteor-vs-mean/mongo';
import { MongoClient } from 'mongodb';
import type { Received } from './subscribers.ts';
import { connect } from './wire.ts';

const isToy = process.env.TOY === '1';
const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    subscribers: { type: 'string', default: isToy ? '6' : '200' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: isToy ? '1' : '10' },
    pairs: { type: 'string', default: isToy ? '1' : '4' },
    mode: { type: 'string', default: 'changestream' },
  },
});
const subscribers = Number(options.subscribers);
const rate = Number(options.rate);
const seconds = Number(options.seconds);
/** Enough that each stays under the contract's rate limit. */
const writers = Math.max(1, Math.ceil(rate / 5));
/** Of our p50 and our CPU, to the smallest server's. */
const most = 1.5;

interface Target {
  name: string;
  process: ChildProcess;
  url: string;
  mongoUrl: string;
}

interface Round {
  p50_ms: number;
  p99_ms: number;
  /** Of the server, for 1,000 deliveries. */
  cpu_ms: number;
  delivered: number;
  owed: number;
}

const running: ChildProcess[] = [];
const mongo = await startMongo({ log: (line) => console.error(line) });
const client = new MongoClient(mongo.url);
const runId = `bench-${process.pid}`;

async function stopAll(): Promise<void> {
  await Promise.all(running.map(stop));
  for (const name of ['ours', 'other']) await client.db(`${runId}-${name}`).dropDatabase();
  await client.close();
  await mongo.stop();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}

try {
  console.log(
    `${mongo.description}\n${subscribers} subscribers, ${rate} writes/s for ${seconds} s, ${options.pairs} pairs, Node ${process.versions.node}\n`,
  );
  const smallest = new URL('./smallest-server.ts', import.meta.url).pathname;
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const ours = await start('ours', `exec ${process.execPath} ${main}`);
  const other = await start('other', options.against ?? `exec ${process.execPath} ${smallest}`);
  const rounds = new Map<Target, Round[]>([
    [ours, []],
    [other, []],
  ]);
  for (const target of [ours, other]) await measure(target, 'warm-up', 3);
  if (isToy)
    console.log('TOY=1: one short pair, which only shows that the command works; its figures say nothing');
  console.log('round    server  p50 ms  p99 ms  CPU ms per 1,000  delivered');
  for (let pair = 0; pair < Number(options.pairs); pair++) {
    for (const target of pair % 2 === 0 ? [ours, other] : [other, ours]) {
      const round = await measure(target, `round-${pair}`, seconds);
      rounds.get(target)?.push(round);
      console.log(
        `${String(pair + 1).padEnd(8)} ${target.name.padEnd(6)} ${columns(round)}  ${round.delivered}/${round.owed}`,
      );
      if (round.delivered !== round.owed) process.exitCode = 1;
    }
  }
  report(rounds.get(ours) ?? [], rounds.get(other) ?? []);
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await stopAll();
}

async function start(name: string, command: string): Promise<Target> {
  const port = await freePort();
  const mongoUrl = urlOf(mongo, `${runId}-${name}`);
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      MONGO_URL: mongoUrl,
      MODE: options.mode,
      NODE_ENV: 'production',
    },
  });
  running.push(child);
  for (let attempt = 0; !(await answers(port)); attempt++) {
    if (child.exitCode !== null || attempt === 300)
      throw new Error(`'${command}' doesn't listen on PORT ${port}`);
    await sleep(100);
  }
  return { name, process: child, url: `http://127.0.0.1:${port}`, mongoUrl };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await exited;
  clearTimeout(timer);
}

async function measure(target: Target, listId: string, duration_s: number): Promise<Round> {
  const lists = client.db(`${runId}-${target.name}`).collection<{ _id: string }>('lists');
  await lists.insertOne({ _id: listId }, { writeConcern: { w: 'majority' } });
  const receiver = fork(new URL('./subscribers.ts', import.meta.url));
  running.push(receiver);
  receiver.send({ url: target.url, listId, subscribers });
  await once(receiver, 'message');
  const wires = await Promise.all(Array.from({ length: writers }, () => connect(target.url, () => {})));

  const due_ms = schedule(duration_s);
  const before = cpuOf(target.process);
  const start = process.hrtime.bigint() + 100_000_000n;
  const dues = due_ms.map((ms) => start + BigInt(Math.round(ms * 1e6)));
  const acknowledged: Promise<unknown>[] = [];
  for (const [k, due] of dues.entries()) {
    const wait_ms = Number(due - process.hrtime.bigint()) / 1e6;
    if (wait_ms > 0) await sleep(wait_ms);
    const input = { _id: `w-${k}-${listId}`, listId, text: 'A todo as long as people make them' };
    acknowledged.push((wires[k % writers] as (typeof wires)[0]).call('todos.insert', input));
  }
  await Promise.all(acknowledged);
  await sleep(500); // the drain
  const cpu_ms = cpuOf(target.process) - before;
  receiver.send('done');
  const [received] = (await once(receiver, 'message')) as [Received];
  for (const wire of wires) wire.close();

  const origin = BigInt(received.origin_ns);
  const latencies = received.at_ns
    .map((at, k) => (at - Number((dues[received.writes[k] as number] as bigint) - origin)) / 1e6)
    .sort((a, b) => a - b);
  const delivered = latencies.length;
  return {
    p50_ms: latencies[Math.floor(delivered * 0.5)] ?? Number.NaN,
    p99_ms: latencies[Math.floor(delivered * 0.99)] ?? Number.NaN,
    cpu_ms: (cpu_ms / delivered) * 1000,
    delivered,
    owed: dues.length * subscribers,
  };
}

/** Poisson arrivals, the same for every round. */
function schedule(duration_s: number): number[] {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // an LCG (Numerical Recipes)
    return (state + 1) / 2 ** 32;
  };
  const due_ms: number[] = [];
  for (let at = 0; ; ) {
    at += (-Math.log(random()) / rate) * 1000;
    if (at >= duration_s * 1000) return due_ms;
    due_ms.push(at);
  }
}

/** User and system time of a process (Linux; not its children's), in ms. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10; // ticks of 1/100 s
}

function columns({ p50_ms, p99_ms, cpu_ms }: Pick<Round, 'p50_ms' | 'p99_ms' | 'cpu_ms'>): string {
  return `${p50_ms.toFixed(2).padStart(6)}  ${p99_ms.toFixed(2).padStart(6)}  ${cpu_ms.toFixed(1).padStart(16)}`;
}

function report(ours: Round[], other: Round[]): void {
  console.log('');
  for (const [field, title] of [
    ['p50_ms', 'p50'],
    ['p99_ms', 'p99'],
    ['cpu_ms', 'CPU per 1,000 deliveries'],
  ] as const) {
    const ratios = ours
      .map((round, k) => round[field] / (other[k]?.[field] ?? Number.NaN))
      .sort((a, b) => a - b);
    const middle =
      (ratios[(ratios.length - 1) >> 1] as number) / 2 + (ratios[ratios.length >> 1] as number) / 2;
    const range = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
    const verdict =
      field === 'p99_ms' ? '' : middle <= most ? `  at most ${most}: yes` : `  at most ${most}: NO`;
    console.log(`${title}: ${middle.toFixed(2)} times the other's (median of pairs, ${range})${verdict}`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connectTcp(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
