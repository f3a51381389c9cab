import { setTimeout as wait } from 'node:timers/promises';
import { host } from '@meteor-vs-mean/testbed/process';
import { connectProbe, liveHeap_bytes, probeEnvironment } from '@meteor-vs-mean/testbed/sampler';
import { ownCpu_ms, type Program } from '../program.ts';
import type { LabTestbed } from '../testbed.ts';
import type { Carrier } from './carrier.ts';
import type { Connected, Window } from './client.ts';
import type { Batch } from './message.ts';
import type { Pace } from './pace.ts';
import type { Played } from './server-side.ts';

export interface Payload {
  text_length: number;
  deflate: boolean;
}

interface FanOut extends Disposable {
  /** Opens all subscribers. Call it once. */
  connect(): Promise<Opened>;
  /** Sends messages when they are due, and waits until all have come or patience is at its end. */
  play(batch: Omit<Batch, 'count' | 'text_length'>, due_us: readonly number[]): Promise<PlayedBatch>;
  /** What the server holds after forced collections, once that no longer changes: JavaScript's heap, and buffers and zlib. */
  live_bytes(): Promise<number>;
  /** Resident memory of the server. */
  rss_bytes(): Promise<number>;
  /** What a relay has seen, to the clients; undefined where there is none. */
  relayed_bytes(): number | undefined;
}

export interface Opened extends Connected {
  /** As the server counts them. */
  subscribers: number;
}

export interface PlayedBatch {
  messages: number;
  /** One a process of clients. */
  windows: Window[];
  server_cpu_ms: number;
  lateness_p99_us: number;
}

/** How long the last delivery may take; what hasn't come then is lost. */
const patience_ms = 10_000;
/** Memory that differs by less between two readings no longer changes. */
const still_bytes = 32 * 1024;

/** Starts server and clients; the testbed ends them. */
export async function openFanOut(
  carrier: Carrier,
  { text_length, deflate }: Payload,
  pace: Pace,
  testbed: LabTestbed,
): Promise<FanOut> {
  using opening = new DisposableStack();
  const entry = probeEnvironment('');
  opening.defer(() => entry.remove());
  const [server, ...clients] = await Promise.all([
    carrier.start(testbed, { deflate, env: entry.env }),
    ...shares(pace).map(async (count) => ({ count, program: await startClient(testbed) })),
  ]);
  const programs = clients.map(({ program }) => program);
  const probe = opening.adopt(await connectProbe(entry.socketPath), (one) => one.close());
  const port = server.ready.port as number;
  // A test compares the relay's count with the sockets'. Other rounds have no relay, because it costs CPU.
  const relay = testbed.size === 'toy' ? await testbed.meter({ host, port }) : undefined;
  const ends = opening.move();

  return {
    async connect() {
      const address = { host: relay?.host ?? host, port: relay?.port ?? port };
      const connected = await Promise.all(
        clients.map(({ count, program }) =>
          program.ask<Connected>({ do: 'connect', target: carrier.key, count, deflate, ...address }),
        ),
      );
      const { subscribers } = await server.ask<{ subscribers: number }>({ do: 'subscribers' });
      return {
        subscribers,
        deflating: connected.reduce((sum, one) => sum + one.deflating, 0),
        bytes: connected.reduce((sum, one) => sum + one.bytes, 0),
      };
    },
    async play({ tag, seed }, due_us) {
      const batch: Batch = { tag, seed, count: due_us.length, text_length };
      await server.ask({ do: 'prepare', batch });
      await Promise.all(programs.map((client) => client.ask({ do: 'expect', ...batch })));
      const before_ms = await ownCpu_ms(server);
      const { t0_ns, lateness_p99_us } = await server.ask<Played>({ do: 'play', due_us });
      const received = { do: 'received', t0_ns, due_us, patience_ms };
      const windows = await Promise.all(programs.map((client) => client.ask<Window>(received)));
      const server_cpu_ms = (await ownCpu_ms(server)) - before_ms;
      return { messages: due_us.length, windows, server_cpu_ms, lateness_p99_us };
    },
    async live_bytes() {
      let bytes = liveHeap_bytes(await probe.collect());
      // `collect` looks at the heap alone; zlib's streams are let go of some turns after they were closed.
      for (let looks = 0; looks < 20; looks++) {
        await wait(50);
        const before = bytes;
        bytes = liveHeap_bytes(await probe.collect());
        if (Math.abs(bytes - before) < still_bytes) break;
      }
      return bytes;
    },
    rss_bytes: async () => (await probe.sample()).rss_bytes,
    relayed_bytes: () => relay?.counts().down_bytes,
    [Symbol.dispose]: () => ends.dispose(),
  };
}

function startClient(testbed: LabTestbed): Promise<Program> {
  return testbed.program(new URL('./client.ts', import.meta.url));
}

function shares({ subscribers, client_processes }: Pace): number[] {
  const until = (n: number) => Math.floor((n * subscribers) / client_processes);
  return Array.from({ length: client_processes }, (_, n) => until(n + 1) - until(n));
}
