/** One client stops reading while others continue: what the server's memory does, and when it cuts that client off. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sample } from '@meteor-vs-mean/measure/run';
import { mean } from '@meteor-vs-mean/stats';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { liveHeap_bytes, sampleTree } from '@meteor-vs-mean/testbed/sampler';
import type { Build, RunningApp, StackName } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import { clientOf } from '../client.ts';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { connectedTo } from './connections.ts';

export interface SlowClientLoad {
  /** Updates of messages at once, straight into MongoDB. */
  batch: number;
  /** From one batch to the next. */
  period_s: number;
  /** Of each message's text: as many as methods may write. */
  characters: number;
  /** When the client is stopped, from the first write on. */
  stop_s: number;
  /** Long enough for a heartbeat to miss it, and for a socket that nobody answers on to be closed. */
  duration_s: number;
}

export interface Point {
  /** From the stopping of the client on: less than zero before. */
  after_s: number;
  /** What the app holds after collecting all garbage: its heap, and what is outside of it, such as buffers. */
  kept_bytes: number;
  rss_bytes: number;
  /** Whether the stopped client's connection is still there; null where the system doesn't tell. */
  isConnected: boolean | null;
}

const roomId = 'crowded';
const messageCount = 50;
const freezable = fileURLToPath(new URL('./freezable.ts', import.meta.url));

export async function measureSlowClient(
  build: Build,
  load: SlowClientLoad,
  testbed: RoundTestbed,
): Promise<Sample> {
  const { stack } = build;
  const db = testbed.database();
  await makeRoom(db, load.characters);
  let stopped_s: number | undefined;
  const start_ms = performance.now();
  const since_s = () => (performance.now() - start_ms) / 1000;
  const said: { after_s: number; line: string }[] = [];
  const app = await testbed.start(build, {
    database: db,
    probe: true,
    log: (line) => void (stopped_s !== undefined && said.push({ after_s: since_s() - stopped_s, line })),
  });
  const reader = await testbed.own(
    () => clientOf(stack, app.url),
    (client) => client.close(),
  );
  let seen = 0;
  reader.onChange(({ event }) => {
    if (event === 'changed') seen += 1;
  });
  await reader.subscribe('messages.byRoom', { roomId, limit: messageCount });
  const other = await startOther(stack, app, testbed);

  let written = 0;
  const begun_s = since_s();
  const points: (Omit<Point, 'after_s'> & { at_s: number })[] = [];
  // Even on a slow machine there are points before and after.
  const isOver = () =>
    since_s() - begun_s >= load.duration_s && (points.at(-1)?.at_s ?? 0) > (stopped_s ?? Infinity);
  while (!isOver()) {
    const next_s = since_s() + load.period_s;
    if (stopped_s === undefined && since_s() - begun_s >= load.stop_s && points.length > 0) {
      process.kill(other.pid, 'SIGSTOP');
      stopped_s = since_s();
    }
    await writeBatch(db, load);
    written += load.batch;
    // Then only the stopped client is still owed changes.
    await until(() => seen >= written, 'the client that reads gets every change');
    points.push({ at_s: since_s(), ...(await stateOf(app, other.port)) });
    await pause(Math.max(0, next_s - since_s()) * 1000);
  }
  const stop_s = stopped_s as number;
  const fromStop = points.map(({ at_s, ...state }): Point => ({ after_s: at_s - stop_s, ...state }));
  return {
    figures: { ...figuresOf(fromStop), saidAfter_s: said[0]?.after_s ?? Infinity },
    accounts: [{ what: 'changes at the client that reads', owed: written, seen }],
    texts: {
      'points.json': JSON.stringify(fromStop),
      'said.json': JSON.stringify(said),
    },
  };
}

async function makeRoom(db: Db, characters: number): Promise<void> {
  const collection = (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name);
  await collection('rooms').insertOne({ _id: roomId, name: roomId, createdAt: new Date() });
  await collection('messages').insertMany(
    Array.from({ length: messageCount }, (_, n) => ({
      _id: `m-${n}`,
      roomId,
      nickname: 'ada',
      text: randomText(characters),
      createdAt: new Date(1000 * n),
    })),
  );
}

/** Random, or compression would make little of it. */
function randomText(characters: number): string {
  return randomBytes(Math.ceil((characters * 3) / 4))
    .toString('base64')
    .slice(0, characters);
}

interface Other {
  pid: number;
  /** Its end of the connection; undefined where the system doesn't tell. */
  port: number | undefined;
}

/** The client that is going to be stopped. */
async function startOther(stack: StackName, app: RunningApp, testbed: RoundTestbed): Promise<Other> {
  const before = await connectedTo(app.port);
  const subscribed = Promise.withResolvers<void>();
  const child = await testbed.own(
    () =>
      startChild(process.execPath, [freezable, stack, app.url, roomId], {
        log: (line) => {
          if (line === 'subscribed') subscribed.resolve();
        },
      }),
    (one) => one.kill(),
  );
  await Promise.race([
    subscribed.promise,
    child.exited.then(() => Promise.reject(new Error(`The client ended: ${child.lastLines.join(' ')}`))),
  ]);
  const after = await connectedTo(app.port);
  return { pid: child.pid, port: after && [...after].find((each) => !before?.has(each)) };
}

/** One message after the other gets another text. */
async function writeBatch(db: Db, { batch, characters }: SlowClientLoad): Promise<void> {
  const messages = db.collection<{ _id: string; text: string }>('messages');
  for (let from = 0; from < batch; from += messageCount) {
    await messages.bulkWrite(
      Array.from({ length: Math.min(messageCount, batch - from) }, (_, n) => ({
        updateOne: { filter: { _id: `m-${n}` }, update: { $set: { text: randomText(characters) } } },
      })),
    );
  }
}

/** @throws if it isn't so after 30 s */
async function until(isSo: () => boolean, what: string): Promise<void> {
  const end_ms = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > end_ms) throw new Error(`not so after 30 s: ${what}`);
    await pause(20);
  }
}

async function stateOf(app: RunningApp, port: number | undefined): Promise<Omit<Point, 'after_s'>> {
  if (!app.probe) throw new Error('The app was started without a probe');
  const inside = await app.probe.collect();
  const { rss_bytes } = await sampleTree(app.pid);
  const connected = await connectedTo(app.port);
  return {
    kept_bytes: liveHeap_bytes(inside),
    rss_bytes,
    isConnected: connected && port !== undefined ? connected.has(port) : null,
  };
}

/** Infinity: not while the round lasted. Null: the system doesn't tell. */
export function figuresOf(points: readonly Point[]) {
  const before = points.filter(({ after_s }) => after_s < 0);
  const after = points.filter(({ after_s }) => after_s >= 0);
  const before_bytes = mean(before.map(({ kept_bytes }) => kept_bytes));
  const peak_bytes = Math.max(...after.map(({ kept_bytes }) => kept_bytes));
  const peakAt = after.findIndex(({ kept_bytes }) => kept_bytes === peak_bytes);
  const back = after.slice(peakAt).find(({ kept_bytes }) => kept_bytes < (before_bytes + peak_bytes) / 2);
  const gone = after.find(({ isConnected }) => isConnected === false);
  return {
    before_MB: before_bytes / 1e6,
    peak_MB: peak_bytes / 1e6,
    rise_MB: (peak_bytes - before_bytes) / 1e6,
    backAfter_s: back?.after_s ?? Infinity,
    goneAfter_s: after.some(({ isConnected }) => isConnected !== null) ? (gone?.after_s ?? Infinity) : null,
  };
}
