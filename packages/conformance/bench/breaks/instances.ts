/** Two instances of an app on one database: does a write through one reach a subscriber of the other, and how late? */
import { setTimeout as pause } from 'node:timers/promises';
import { type Mongo, urlOf } from '@meteor-vs-mean/mongo';
import type { Build, StackName } from '@meteor-vs-mean/stacks';
import { MongoClient } from 'mongodb';
import { connectTo, idOf } from './client.ts';
import type { InstancesLoad } from './options.ts';

/** What subscribers of one instance got. */
export interface Arrivals {
  seen: number;
  lost: number;
  /** From the call to the change, of all writes; null: it was lost, which is slower than any. Nearest rank. */
  p50_ms: number | null;
  max_ms: number | null;
  latencies_ms: number[];
}

export interface InstancesRun {
  /** For instance 'meteor-oplog'. */
  name: string;
  stack: StackName;
  mode: string;
  writes: number;
  /** The instance that took the writes. */
  same: Arrivals;
  other: Arrivals;
}

interface InstancesOptions {
  build: Build;
  mongo: Mongo;
  load: InstancesLoad;
  /** Stops what is left of it when Ctrl-C comes. */
  running: AsyncDisposableStack;
}

const listId = 'shared';

export async function runInstances(
  { build, mongo, load, running }: InstancesOptions,
  mode: string,
): Promise<InstancesRun> {
  const own = running.use(new AsyncDisposableStack());
  const { stack } = build;
  const database = `breaks_${stack}_${mode}_${process.pid.toString(36)}_${Date.now().toString(36)}`;
  const mongoClient = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  own.defer(() => mongoClient.close());
  own.defer(async () => void (await mongoClient.db().dropDatabase()));
  const lists = mongoClient.db().collection<{ _id: string; name: string; createdAt: Date }>('lists');
  await lists.insertOne({ _id: listId, name: listId, createdAt: new Date() });

  const urls: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const app = await build.start({ port: 0, mongo, database, mode });
    own.defer(() => app.stop());
    urls.push(app.url);
  }
  const [same, other] = await Promise.all(urls.map((url) => subscriber(stack, url, own)));
  const writer = await connectTo(stack, urls[0] as string);
  own.defer(() => writer.close());

  const calls = new Map<string, bigint>();
  const answers: Promise<unknown>[] = [];
  for (let n = 0; n < load.writes; n += 1) {
    const _id = `w-${n}`;
    calls.set(_id, process.hrtime.bigint());
    const answer = writer.call('todos.insert', { _id, listId, text: _id });
    answer.catch(() => {}); // awaited below, unless Ctrl-C closes the writer before
    answers.push(answer);
    // Between half and one and a half of the mean, in steps that go round: never in step with a poll.
    await pause((1000 / load.rate_per_s) * (0.5 + ((n * 7) % 11) / 10));
  }
  await Promise.all(answers);
  const both = [same, other] as Subscriber[];
  const end_ms = performance.now() + load.drain_s * 1000;
  while (both.some(({ arrivals }) => arrivals.size < load.writes) && performance.now() < end_ms)
    await pause(50);
  await own.disposeAsync();
  const [ofSame, ofOther] = both.map(({ arrivals }) => arrivalsOf(calls, arrivals)) as [Arrivals, Arrivals];
  return { name: `${stack}-${mode}`, stack, mode, writes: load.writes, same: ofSame, other: ofOther };
}

interface Subscriber {
  /** When each todo came, by its id. */
  arrivals: ReadonlyMap<string, bigint>;
}

async function subscriber(stack: StackName, url: string, own: AsyncDisposableStack): Promise<Subscriber> {
  const client = await connectTo(stack, url);
  own.defer(() => client.close());
  const arrivals = new Map<string, bigint>();
  client.onChange((change, at_ns) => {
    const id = change.event === 'added' ? idOf(change) : undefined;
    if (id !== undefined && !arrivals.has(id)) arrivals.set(id, at_ns);
  });
  await client.subscribe('todos.byList', { listId });
  return { arrivals };
}

export function arrivalsOf(
  calls: ReadonlyMap<string, bigint>,
  arrivals: ReadonlyMap<string, bigint>,
): Arrivals {
  const latencies_ms = [...calls].flatMap(([id, called_ns]) => {
    const at_ns = arrivals.get(id);
    return at_ns === undefined ? [] : [Math.round(Number(at_ns - called_ns) / 1e4) / 100];
  });
  const sorted = latencies_ms.toSorted((a, b) => a - b);
  return {
    seen: sorted.length,
    lost: calls.size - sorted.length,
    p50_ms: sorted[Math.ceil(calls.size / 2) - 1] ?? null,
    max_ms: sorted.length === calls.size ? (sorted.at(-1) ?? null) : null,
    latencies_ms,
  };
}
