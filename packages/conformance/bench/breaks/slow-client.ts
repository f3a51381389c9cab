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
  rss_bytes: number;
  /** Of the app: its live heap and what is outside of it, buffers for instance. */
  heap_bytes: number;
  external_bytes: number;
  /** Whether the other client's connection is still there; null where the system doesn't tell. */
  isConnected: boolean | null;
}

export interface SlowClientRun {
  /** For instance 'meteor-frozen'. */
  name: string;
  stack: StackName;
  mode: string;
  /** False: the same run, in which the client goes on reading. */
  isFrozen: boolean;
  frozen_at_s: number | null;
  /** How long after it was frozen the server had given it up; null: it had not, or it can't be seen. */
  cutAfter_s: number | null;
  /** Changes that the one who reads had got, from the freezing to the cut (or the end). */
  owedAtCut: number;
  /** Of the app, from the freezing on. */
  peak_rss_bytes: number;
  /** By how much it rose above the mean of the points before the freezing. */
  rise_bytes: number;
  points: Point[];
}

const roomId = 'crowded';
const messageCount = 50;
const sampleEvery_ms = 250;
const freezable = fileURLToPath(new URL('./freezable.ts', import.meta.url));

export async function runSlowClient(
  { build, mongo, load }: { build: Build; mongo: Mongo; load: SlowClientLoad },
  isFrozen: boolean,
): Promise<SlowClientRun> {
  await using running = new AsyncDisposableStack();
  const { stack } = build;
  const database = `breaks_${stack}_${process.pid.toString(36)}_${Date.now().toString(36)}`;
  const mongoClient = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  running.defer(() => mongoClient.close());
  const db = mongoClient.db();
  running.defer(async () => void (await db.dropDatabase()));
  await makeRoom(db, load.characters);
  const app = await build.start({ port: 0, mongo, database, probe: true });
  running.defer(() => app.stop());

  const reader = await connectTo(stack, app.url);
  running.defer(() => reader.close());
  let seen = 0;
  reader.onChange(({ event }) => {
    if (event === 'changed') seen += 1;
  });
  await reader.subscribe('messages.byRoom', { roomId, limit: messageCount });
  const other = await startOther(stack, app);
  running.defer(() => other.kill());

  const written = { count: 0 };
  const start_ms = performance.now();
  const since = () => (performance.now() - start_ms) / 1000;
  const writing = writeAtRate(db, load, written, since);
  writing.catch(() => {}); // awaited below
  const points: Point[] = [];
  let frozen_at_s: number | null = null;
  while (since() < load.duration_s) {
    if (isFrozen && frozen_at_s === null && since() >= load.freeze_s) {
      process.kill(other.pid, 'SIGSTOP');
      frozen_at_s = since();
    }
    points.push(await pointOf(app, { at_s: since(), written: written.count, seen }, other.port));
    await pause(sampleEvery_ms);
  }
  await writing;
  return summaryOf({ stack, mode: app.mode, isFrozen, frozen_at_s, points }, load);
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

/** One message after the other gets another text. What is due is written in one bulk every 20 ms. */
async function writeAtRate(
  db: Db,
  { rate_per_s, characters, duration_s }: SlowClientLoad,
  written: { count: number },
  since: () => number,
): Promise<void> {
  const messages = db.collection<{ _id: string; text: string }>('messages');
  const underWay = new Set<Promise<unknown>>();
  while (since() < duration_s) {
    const due = Math.floor(since() * rate_per_s) - written.count;
    if (due > 0) {
      const updates = Array.from({ length: due }, (_, n) => ({
        updateOne: {
          filter: { _id: `m-${(written.count + n) % messageCount}` },
          update: { $set: { text: randomText(characters) } },
        },
      }));
      written.count += due;
      const bulk = messages.bulkWrite(updates).finally(() => underWay.delete(bulk));
      underWay.add(bulk);
    }
    await pause(20);
  }
  await Promise.all(underWay);
}

async function pointOf(
  app: RunningApp,
  at: Pick<Point, 'at_s' | 'written' | 'seen'>,
  port: number | undefined,
): Promise<Point> {
  if (!app.probe) throw new Error('The app was started without a probe.');
  const [outside, inside] = [await sampleTree(app.pid), await app.probe.sample()];
  const connected = await connectedTo(app.port);
  return {
    ...at,
    rss_bytes: outside.rss_bytes,
    heap_bytes: inside.heapUsed_bytes,
    external_bytes: inside.external_bytes,
    isConnected: connected && port !== undefined ? connected.has(port) : null,
  };
}

function summaryOf(
  run: Pick<SlowClientRun, 'stack' | 'mode' | 'isFrozen' | 'frozen_at_s' | 'points'>,
  { freeze_s }: SlowClientLoad,
): SlowClientRun {
  const { frozen_at_s, points } = run;
  const freezing_s = frozen_at_s ?? freeze_s;
  const before = points.filter(({ at_s }) => at_s < freezing_s);
  const after = points.filter(({ at_s }) => at_s >= freezing_s);
  const cut = frozen_at_s === null ? undefined : after.find(({ isConnected }) => isConnected === false);
  const meanBefore = before.reduce((sum, { rss_bytes }) => sum + rss_bytes, 0) / before.length;
  const peak_rss_bytes = Math.max(...after.map(({ rss_bytes }) => rss_bytes));
  return {
    name: `${run.stack}-${run.isFrozen ? 'frozen' : 'reading'}`,
    ...run,
    cutAfter_s: cut ? cut.at_s - freezing_s : null,
    owedAtCut: (cut ?? (after.at(-1) as Point)).seen - (after[0] as Point).seen,
    peak_rss_bytes,
    rise_bytes: Math.round(peak_rss_bytes - meanBefore),
  };
}
