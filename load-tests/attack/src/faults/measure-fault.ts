import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '@meteor-vs-mean/bench';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import type { Client } from '@meteor-vs-mean/pubsub-client';
import { openRelay, type Relay } from '@meteor-vs-mean/relay';
import type { Build, RunningApp } from '@meteor-vs-mean/stacks';
import type { AppStage } from '@meteor-vs-mean/stage';
import type { Db } from 'mongodb';
import { clientOf } from './cases/case.ts';
import { Follower, textOf } from './follower.ts';
import { prepare, witnessed } from './prepare.ts';

/** What a fault happens to. */
interface Victim {
  app: RunningApp;
  mongo: Mongo;
  /** Between all clients and the app. */
  relay: Relay;
  /** The app once more, where it was, after it was killed. */
  restart(): Promise<void>;
}

export interface Fault {
  key: string;
  title: string;
  /** Resolves when nothing is wrong any more, and all there is to do is to come back. */
  happen(victim: Victim, duration_ms: number): Promise<void>;
}

export const faults: readonly Fault[] = [
  {
    key: 'app-killed',
    title: 'The app is killed (SIGKILL), and started again',
    async happen({ app, restart }) {
      await app.kill();
      await restart();
    },
  },
  {
    key: 'app-stopped',
    title: 'The app stands still (SIGSTOP)',
    happen: ({ app }, duration_ms) => stopFor(app.pid, duration_ms),
  },
  {
    key: 'mongod-killed',
    title: 'mongod is killed (SIGKILL), and started again',
    async happen({ mongo }, duration_ms) {
      await mongo.kill();
      await pause(duration_ms);
      await mongo.restart();
    },
  },
  {
    key: 'mongod-stopped',
    title: 'mongod stands still (SIGSTOP)',
    happen: ({ mongo }, duration_ms) => stopFor(mongo.pid as number, duration_ms),
  },
  {
    key: 'silence',
    title: 'The network carries nothing, and tells nobody',
    async happen({ relay }, duration_ms) {
      relay.hold();
      await pause(duration_ms);
      relay.mend();
    },
  },
  {
    key: 'reset',
    title: 'The network resets every connection',
    async happen({ relay }, duration_ms) {
      relay.cut('reset');
      await pause(duration_ms);
      relay.mend();
    },
  },
];

async function stopFor(pid: number, duration_ms: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await pause(duration_ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

export interface FaultLoad {
  /** How long what stands still stands. */
  duration_ms: number;
}

const followers = 10;
/** Fewer than a connection may call. */
const period_ms = 200;
/** How long after a fault everybody has to be right again, before that counts as never. */
const patience_ms = 120_000;

/** Ten follow a list while somebody writes into it; then something breaks. */
export async function measureFault(
  build: Build,
  fault: Fault,
  { duration_ms }: FaultLoad,
  stage: AppStage,
): Promise<Sample> {
  const { stack } = build;
  const mongo = await stage.own(
    () => startMongo(),
    (its) => its.stop(),
  );
  const db = await stage.database(mongo);
  await prepare(db);
  const app = await stage.start(build, db, { mongo });
  const relay = await stage.own(
    () => openRelay({ host: '127.0.0.1', port: app.port }),
    (its) => its.close(),
  );
  const open = (n: number) =>
    stage.own(
      () => clientOf(stack, relay.url, n, { reconnect: true }),
      (client) => client.close(),
    );
  const all = await Promise.all(
    Array.from({ length: followers }, async (_, n) => Follower.follow(await open(n), witnessed.listId)),
  );
  const writing = new Writing(await open(followers));
  await pause(1000);
  await fault.happen(
    {
      app,
      mongo,
      relay,
      restart: async () => {
        await stage.own(
          () => build.start({ mongo, port: app.port, database: db.databaseName }),
          (again) => again.stop(),
        );
      },
    },
    duration_ms,
  );
  const mended_ms = performance.now();
  const [right_s] = await Promise.all([untilRight(all, db, mended_ms), writing.stop()]);
  const stored = new Set(await db.collection('todos').distinct('_id'));
  const lost = [...writing.acknowledged].filter((id) => !stored.has(id as never)).length;
  const held = await textIn(db);
  const differing = all.filter(({ seen }) => seen !== held).length;
  return {
    figures: {
      right_s,
      lost,
      views: differing,
      doubled: all.reduce((sum, each) => sum + each.doubled, 0),
      acknowledged: writing.acknowledged.size,
    },
    accounts: [{ what: 'followers', owed: followers, seen: all.length }],
  };
}

/** Somebody who writes, and goes on whatever is answered. */
class Writing {
  readonly acknowledged = new Set<string>();
  readonly #under = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #written = 0;

  constructor(client: Client) {
    this.#timer = setInterval(() => {
      const _id = `written-${this.#written++}`;
      const call = client
        .call('todos.insert', { _id, listId: witnessed.listId, text: _id })
        .then(
          () => void this.acknowledged.add(_id),
          () => {}, // nobody was told that it was done
        )
        .finally(() => this.#under.delete(call));
      this.#under.add(call);
    }, period_ms);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.race([Promise.all(this.#under), pause(10_000, undefined, { ref: false })]);
  }
}

/** @returns after how long every view equals the database; Infinity if not in time */
async function untilRight(all: readonly Follower[], db: Db, since_ms: number): Promise<number> {
  while (performance.now() - since_ms < patience_ms) {
    const held = await textIn(db);
    if (all.every(({ seen }) => seen === held)) return (performance.now() - since_ms) / 1000;
    await pause(50);
  }
  return Infinity;
}

async function textIn(db: Db): Promise<string> {
  const todos = await db
    .collection<{ _id: string; text: string }>('todos')
    .find({ listId: witnessed.listId })
    .toArray();
  return textOf(todos.map(({ _id, text }) => [_id, text] as const));
}
