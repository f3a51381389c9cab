import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '@meteor-vs-mean/measure/run';
import type { Client } from '@meteor-vs-mean/pubsub-client';
import { host } from '@meteor-vs-mean/testbed/process';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import type { RoundTestbed } from '../../command/round-testbed.ts';
import { clientOf } from '../cases/case.ts';
import { Follower, textOf } from '../follower.ts';
import { prepare, witnessed } from '../prepare.ts';
import { type Fault, usual_ms, type Victim } from './fault.ts';

const followers = 10;
/** Fewer than a connection may call. */
const period_ms = 200;
/** How long after a fault everybody has to be right again, before that counts as never. */
const patience_ms = 120_000;

/** Ten follow a list while somebody writes into it; then something breaks. */
export async function measureFault(build: Build, fault: Fault, testbed: RoundTestbed): Promise<Sample> {
  const { stack } = build;
  const own = await testbed.withOwnMongo(await fault.mongo?.(testbed));
  const { mongo } = own;
  const env = fault.env ? { env: fault.env } : {};
  const app = await own.start(build, { seed: prepare, ...env });
  const { db } = app;
  const start = (port = 0) => own.start(build, { database: db, port, ...env });
  const other = fault.hasTwoInstances ? await start() : undefined;
  const relayTo = (port: () => number) => own.relay(() => ({ host, port: port() }));
  const relay = await relayTo(() => app.port);
  let onward = other?.port ?? relay.port;
  const half = await relayTo(() => onward);
  const open = (n: number) =>
    own.own(
      () => clientOf(stack, (n % 2 === 0 ? relay : half).url, n, { reconnect: true }),
      (client) => client.close(),
    );
  const all = await Promise.all(
    Array.from({ length: followers }, async (_, n) => Follower.follow(await open(n), witnessed.listId)),
  );
  const writing = new Writing(await open(followers));
  await pause(1000);
  const victim: Victim = {
    app,
    other,
    mongo,
    db,
    relay,
    half,
    restart: async () => void (await start(app.port)),
    serveAllByFirst: () => {
      onward = relay.port;
    },
  };
  await fault.happen(victim, (fault.durations_ms ?? usual_ms)[testbed.size]);
  const mended_ms = performance.now();
  const before = writing.acknowledged.size;
  const isWritten = () => writing.acknowledged.size > before;
  const right_s = await untilRight(all, db, isWritten, mended_ms);
  await writing.stop();
  const stored = new Set(await db.collection('todos').distinct('_id'));
  const lost = [...writing.acknowledged].filter((id) => !stored.has(id as never)).length;
  await untilRight(all, db, () => true, performance.now());
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

/** @returns after how long writes are taken and every view equals the database; Infinity if not in time */
async function untilRight(
  all: readonly Follower[],
  db: Db,
  isWritten: () => boolean,
  since_ms: number,
): Promise<number> {
  while (performance.now() - since_ms < patience_ms) {
    const held = await textIn(db);
    if (isWritten() && all.every(({ seen }) => seen === held)) return (performance.now() - since_ms) / 1000;
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
