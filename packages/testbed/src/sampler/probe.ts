import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What an app says of itself. */
export interface InsideSample {
  heapUsed_bytes: number;
  external_bytes: number;
  rss_bytes: number;
  /** User and system time since the process started. */
  cpu_ms: number;
  /** How late the event loop was, looked at every 20 ms since the last sample. */
  eventLoop: { p50_ms: number; p99_ms: number; max_ms: number };
  /** Share of the time since the last sample in which the event loop was busy: 0 to 1. */
  utilisation: number;
}

/** What a process keeps: V8's objects, and what they hold outside of its heap. Live if it was just collected. */
export function liveHeap_bytes({ heapUsed_bytes, external_bytes }: InsideSample): number {
  return heapUsed_bytes + external_bytes;
}

/** How late an event loop was over a window, and the share of it in which it was busy: 0 to 1. */
export interface EventLoop {
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
  utilisation: number;
}

/** The way into a process that was started with `probeEnvironment`. */
export interface Probe {
  /** Reads without stirring anything; event loop and utilisation are those since the last sample. */
  sample(): Promise<InsideSample>;
  /**
   * Collects garbage until the live heap stops shrinking and V8 has returned its spare memory (from Node 22 on), then
   * samples. Stops the app for as long as that takes.
   */
  collect(): Promise<InsideSample>;
  /** Begins a window over which the event loop is looked at, whatever is sampled meanwhile. */
  watch(): Promise<void>;
  /** Ends that window. @throws if none was begun */
  watched(): Promise<EventLoop>;
  /** The class name of each live query's observe driver on Meteor; elsewhere none. */
  observeDrivers(): Promise<string[]>;
  close(): void;
}

export interface ProbeEnvironment {
  /** For the process to be probed, over its own environment. */
  env: Record<string, string>;
  socketPath: string;
  /** Removes the socket, also where a killed process left it. */
  remove(): void;
}

const preload = fileURLToPath(new URL('./preload.cjs', import.meta.url));

/**
 * What to put into the environment of a Node process (20 or later) so that `connectProbe` can reach it.
 *
 * @param nodeOptions NODE_OPTIONS that the process shall have besides
 */
export function probeEnvironment(nodeOptions = process.env.NODE_OPTIONS ?? ''): ProbeEnvironment {
  const folder = mkdtempSync(join(tmpdir(), 'sampler-'));
  const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\${folder}` : join(folder, 'probe');
  const quoted = `"${preload.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return {
    env: {
      NODE_OPTIONS: `--require ${quoted} ${nodeOptions}`.trim(),
      SAMPLER_SOCKET: socketPath,
      SAMPLER_NODE_OPTIONS: nodeOptions,
    },
    socketPath,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * @param socketPath from `probeEnvironment`
 * @param timeout_ms how long to wait for the process to listen
 * @throws if nobody listens by then
 */
export async function connectProbe(socketPath: string, timeout_ms = 10_000): Promise<Probe> {
  const deadline = performance.now() + timeout_ms;
  for (;;) {
    const socket = connect(socketPath);
    try {
      await once(socket, 'connect');
      return probeOf(socket);
    } catch (error) {
      if (performance.now() > deadline) {
        throw new Error(`The app's probe doesn't answer on ${socketPath}: ${(error as Error).message}`);
      }
      await wait(20);
    }
  }
}

function probeOf(socket: Socket): Probe {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let closed: Error | undefined;

  socket.on('error', () => {}); // 'close' follows
  socket.on('close', () => {
    closed = new Error('The probed process has ended');
    for (const { reject } of waiting.values()) reject(closed);
    waiting.clear();
  });
  const lines = createInterface(socket);
  // It tells the socket's errors once more: a process that is killed with a question unread resets the connection.
  lines.on('error', () => {});
  lines.on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`The probed process says: ${error}`));
  });

  function ask<Result>(command: string): Promise<Result> {
    if (closed) return Promise.reject(closed);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      socket.write(`${JSON.stringify({ id, command })}\n`);
    });
  }

  return {
    sample: () => ask('sample'),
    collect: () => ask('collect'),
    watch: async () => void (await ask('watch')),
    watched: () => ask('watched'),
    observeDrivers: () => ask('observeDrivers'),
    close: () => socket.destroy(),
  };
}
