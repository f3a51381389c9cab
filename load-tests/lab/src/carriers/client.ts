/** The program of the clients: opens subscribers, and accounts for what each of them gets. Loopback only. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { serve } from '../program-side.ts';
import type { Subscriber, SubscriberOptions } from './carrier.ts';
import { carrierNamed } from './carriers.ts';
import type { Batch } from './message.ts';
import { Receipts, type Received } from './receipts.ts';

export interface Connected {
  /** How many agreed to permessage-deflate. */
  deflating: number;
  /** Of all, in both directions, from opening until each of them was subscribed. */
  bytes: number;
}

/** What came between `expect` and the last message that was owed, or the end of patience. */
export interface Window extends Received {
  /** At the sockets, to the client: framing and all. */
  down_bytes: number;
  /** This process, user and system. */
  cpu_ms: number;
  /** Share of that time in which its event loop was busy, 0 to 1. */
  busy: number;
}

type Connect = Omit<SubscriberOptions, 'onTodo'> & { target: string; count: number };
type Await = { t0_ns: string; due_us: number[]; patience_ms: number };

const sockets: Socket[] = [];
// Node reports each socket that connects, also those that a library opens.
subscribe('net.client.socket', (message) => {
  sockets.push((message as { socket: Socket }).socket);
});

const subscribers: Subscriber[] = [];
let receipts: Receipts | undefined;
let now: () => Pick<Window, 'down_bytes' | 'cpu_ms' | 'busy'>;

/** A listen queue takes some hundreds at once. */
const atOnce = 20;

serve(
  {},
  {
    async connect({ target, count, ...to }: Connect): Promise<Connected> {
      const carrier = await carrierNamed(target);
      while (subscribers.length < count) {
        const some = Math.min(atOnce, count - subscribers.length);
        const first = subscribers.length;
        const opening = Array.from({ length: some }, (_, n) =>
          carrier.connect({
            ...to,
            onTodo: (id, text, at_ns) => receipts?.take(first + n, id, text, at_ns),
          }),
        );
        subscribers.push(...(await Promise.all(opening)));
      }
      return {
        deflating: subscribers.filter(({ extensions }) => extensions.includes('permessage-deflate')).length,
        bytes: sum(({ bytesRead, bytesWritten }) => bytesRead + bytesWritten),
      };
    },
    expect({ tag, count, text_length }: Pick<Batch, 'tag' | 'count' | 'text_length'>) {
      now = stopwatch();
      receipts = new Receipts(tag, count, text_length, subscribers.length);
    },
    async received({ t0_ns, due_us, patience_ms }: Await): Promise<Window> {
      if (!receipts) throw new Error('nothing was expected');
      const spent = await receipts.complete(now, patience_ms);
      return { ...spent, ...receipts.received(BigInt(t0_ns), due_us) };
    },
  },
);

function sum(of: (socket: Socket) => number): number {
  return sockets.reduce((total, socket) => total + of(socket), 0);
}

/** @returns what has been spent since it was called */
function stopwatch(): () => Pick<Window, 'down_bytes' | 'cpu_ms' | 'busy'> {
  const bytes = sum((socket) => socket.bytesRead);
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return {
      down_bytes: sum((socket) => socket.bytesRead) - bytes,
      cpu_ms: (user + system) / 1000,
      busy: performance.eventLoopUtilization(loop).utilization,
    };
  };
}
