/** One client stops reading while others go on: what the server's memory does, and when it cuts that client off. */

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Mongo, urlOf } from '@meteor-vs-mean/mongo';
import { sampleTree } from '@meteor-vs-mean/sampler';
import { type Build, type RunningApp, type StackName, startChild } from '@meteor-vs-mean/stacks';
import { type Db, MongoClient } from 'mongodb';
import { connectTo } from './client.ts';
import { connectedTo } from './connections.ts';
import type { SlowClientLoad } from './options.ts';

export interface Point {
  /** Since the first write. */
  at_s: number;
  /** Updates that were sent to MongoDB. */
  written: number;
  /** Changes that the client who reads has got. */
  seen: number;
  /** What the app holds after collecting all garbage: its heap, and what is outside of it, such as buffers. */
  kept_bytes: number;
  rss_bytes: number;
  /** Whether the other client's connection is still there; null where the system doesn't tell. */
  isConnected: boolean | null;
}

export interface SlowClientRun {
  /** For instance 'meteor'. */
  name: string;
  stack: StackName;
  mode: string;
  stopped_at_s: number;
  /** Changes that the one who reads got, from then on. */
  owed: number;
  /** The mean of the points before. */
  before_bytes: number;
  peak_bytes: number;
  /** The peak over what was kept before. */
  rise_bytes: number;
  /** How long after the client was stopped the app kept less than half of that rise again; null: it never did. */
  backAfter_s: number | null;
  /** What the app printed after the client was stopped, and how long after. */
  said: { after_s: number; line: string }[];
  /** How long after the client was stopped its connection was gone; null: it was not, or it can't be seen. */
  goneAfter_s: number | null;
  points: Point[];
}

const roomId = 'crowded';
const messageCount = 50;
const freezable = fileURLToPath(new URL('./freezable.ts', import.meta.url));

export async function runSlowClient({
  build,
  mongo,
  load,
  running,
}: {
  build: Build;
  mongo: Mongo;
  load: SlowClientLoad;
  /** Stops what is left of it when Ctrl-C comes. */
  running: AsyncDisposableStack;
}): Promise<SlowClientRun> {
  const own = running.use(new AsyncDisposableStack());
  const { stack } = build;
  const database = `breaks_${stack}_${process.pid.toString(36)}_${Date.now().toString(36)}`;
  const mongoClient = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  own.defer(() => mongoClient.close());
  const db = mongoClient.db();
  own.defer(async () => void (await db.dropDatabase()));
  await makeRoom(db, load.characters);
  let stopped_at_s: number | undefined;
  const said: SlowClientRun['said'] = [];
  const app = await build.start({
    ...{ port: 0, mongo, database, probe: true },
    log(line) {
      if (stopped_at_s !== undefined) said.push({ after_s: rounded(since() - stopped_at_s), line });
    },
  });
  own.defer(() => app.stop());

  const reader = await connectTo(stack, app.url);
  own.defer(() => reader.close());
  let seen = 0;
  reader.onChange(({ event }) => {
    if (event === 'changed') seen += 1;
  });
  await reader.subscribe('messages.byRoom', { roomId, limit: messageCount });
  const other = await startOther(stack, app);
  own.defer(() => other.kill());

  let written = 0;
  const start_ms = performance.now();
  const since = () => (performance.now() - start_ms) / 1000;
  const points: Point[] = [];
  // However slow the machine is, there are points before and after.
  const isOver = () =>
    since() >= load.duration_s && (points.at(-1)?.at_s ?? 0) > (stopped_at_s ?? Number.POSITIVE_INFINITY);
  while (!isOver()) {
    const next_s = since() + load.period_s;
    if (stopped_at_s === undefined && since() >= load.stop_s && points.length > 0) {
      process.kill(other.pid, 'SIGSTOP');
      stopped_at_s = since();
    }
    await writeBatch(db, load);
    written += load.batch;
    // Nothing is under way but what the stopped client is owed.
    await until(() => seen >= written, `${stack}: the client who reads gets every change`);
    points.push({ at_s: rounded(since()), written, seen, ...(await stateOf(app, other.port)) });
    await pause(Math.max(0, next_s - since()) * 1000);
  }
  await own.disposeAsync();
  return {
    ...summaryOf(points, stopped_at_s ?? load.stop_s),
    name: stack,
    stack,
    mode: app.mode,
    said,
    points,
  };
}

async function makeRoom(db: Db, characters: number): Promise<void> {
  const collection = (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name);
  await collection('rooms').insertOne({ _id: roomId, name: roomId, createdAt: new Date() });
  await collection('messages').insertMany(
    Array.from({ length: messageCount }, (_, n) => ({
      ...{ _id: `m-${n}`, roomId, nickname: 'ada', text: randomText(characters) },
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
  kill(): Promise<void>;
}

/** The client that may be frozen. */
async function startOther(stack: StackName, app: RunningApp): Promise<Other> {
  const before = await connectedTo(app.port);
  const subscribed = Promise.withResolvers<void>();
  const child = await startChild(process.execPath, [freezable, stack, app.url, roomId], {
    cwd: process.cwd(),
    env: process.env,
    log: (line) => {
      if (line === 'subscribed') subscribed.resolve();
    },
  });
  await Promise.race([
    subscribed.promise,
    child.exited.then(() => Promise.reject(new Error(`The client ended: ${child.lastLines.join(' ')}`))),
  ]);
  const after = await connectedTo(app.port);
  const port = after && [...after].find((each) => !before?.has(each));
  return { pid: child.pid, port, kill: () => child.kill() };
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
    if (performance.now() > end_ms) throw new Error(`Not so after 30 s: ${what}`);
    await pause(20);
  }
}

async function stateOf(
  app: RunningApp,
  port: number | undefined,
): Promise<Pick<Point, 'kept_bytes' | 'rss_bytes' | 'isConnected'>> {
  if (!app.probe) throw new Error('The app was started without a probe.');
  const inside = await app.probe.collect();
  const { rss_bytes } = await sampleTree(app.pid);
  const connected = await connectedTo(app.port);
  return {
    kept_bytes: inside.heapUsed_bytes + inside.external_bytes,
    rss_bytes,
    isConnected: connected && port !== undefined ? connected.has(port) : null,
  };
}

function summaryOf(points: readonly Point[], stopped_at_s: number) {
  const before = points.filter(({ at_s }) => at_s < stopped_at_s);
  const after = points.filter(({ at_s }) => at_s >= stopped_at_s);
  const [first, last] = [before.at(-1), after.at(-1)];
  if (!first || !last) {
    throw new Error('No point was read before the client was stopped, or none after: make the run longer');
  }
  const before_bytes = Math.round(
    before.reduce((sum, { kept_bytes }) => sum + kept_bytes, 0) / before.length,
  );
  const peak_bytes = Math.max(...after.map(({ kept_bytes }) => kept_bytes));
  const peakAt = after.findIndex(({ kept_bytes }) => kept_bytes === peak_bytes);
  const back = after.slice(peakAt).find(({ kept_bytes }) => kept_bytes < (before_bytes + peak_bytes) / 2);
  const gone = after.find(({ isConnected }) => isConnected === false);
  return {
    stopped_at_s: rounded(stopped_at_s),
    owed: last.seen - first.seen,
    ...{ before_bytes, peak_bytes, rise_bytes: peak_bytes - before_bytes },
    backAfter_s: back ? rounded(back.at_s - stopped_at_s) : null,
    goneAfter_s: gone ? rounded(gone.at_s - stopped_at_s) : null,
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
