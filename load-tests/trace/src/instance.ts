import { setTimeout as pause } from 'node:timers/promises';
import { insertList, type ListPage, type Seen, type Write } from '@meteor-vs-mean/testbed/apps';
import type { Build, StackName } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import type { RoundTestbed } from '../../experiments/src/command/round-testbed.ts';
import type { Passed, Relays } from './relays.ts';
import { type Followed, type Seeking, trailOf } from './trail.ts';

/** A running app with a page that writes and one that looks, on a list with one todo, in a database of its own. */
export interface Instance {
  stack: StackName;
  db: Db;
  writer: ListPage;
  reader: ListPage;
  /** Between both pages and the app, and between the app and MongoDB; undefined: nothing lies between. */
  relays: Relays | undefined;
}

/** Neither is part of the other, nor of anything else that passes a relay. */
const [listId, todoId] = ['traced-list', 'traced-todo'];
/** A row that isn't there by then is looked for no longer. */
const patience_ms = 20_000;

export async function startInstance(
  build: Build,
  testbed: RoundTestbed,
  relays: Relays | undefined,
): Promise<Instance> {
  const { stack } = build;
  const db = testbed.database();
  const path = await insertList(db, listId, [{ _id: todoId, text: 'click me' }]);
  const url = relays ? await relayedUrl(testbed.mongo.url, relays) : testbed.mongo.url;
  const app = await testbed.start(build, { database: db, mongo: { url } });
  const open = async (name: 'writer' | 'reader') => {
    const way = { name, protocol: 'websocket', host: '127.0.0.1', port: app.port } as const;
    return testbed.page(`${relays ? `http://127.0.0.1:${await relays.open(way)}` : app.url}${path}`);
  };
  return { stack, db, writer: await open('writer'), reader: await open('reader'), relays };
}

/** One host, that the driver doesn't leave for what the replica set calls itself. */
async function relayedUrl(url: string, relays: Relays): Promise<string> {
  const direct = URL.canParse(url) ? new URL(url) : undefined;
  if (!direct?.port) throw new Error('To trace, MONGO_URL must name one host and its port');
  const way = {
    name: 'mongod',
    protocol: 'mongodb',
    host: direct.hostname,
    port: Number(direct.port),
  } as const;
  direct.host = `127.0.0.1:${await relays.open(way)}`;
  direct.searchParams.delete('replicaSet');
  direct.searchParams.set('directConnection', 'true');
  return direct.href;
}

/** One write, each time by the clock of where it was read: the writer's page, the reader's, or the relays'. */
export interface Written {
  acted_ms: number;
  own: Seen;
  row_ms: number;
  followed: Followed | undefined;
}

/**
 * Makes one write, waits until both pages show it, and takes it back if a todo was added.
 * @throws one line if the other page doesn't show it, or something of its way didn't pass a relay
 */
export async function makeWrite(instance: Instance, write: Write, number: number): Promise<Written> {
  const { stack, db, writer, reader, relays } = instance;
  const added = `todo ${number}.`;
  const awaited = { write, text: added, done: !(await writer.isDone()) };
  if (write === 'add') await writer.page.locator('.new-todo').fill(added);
  await relays?.take(); // what passed before is of no interest
  await Promise.all([writer.watchFor(awaited), reader.watchFor(awaited)]);
  await writer.act(write);
  const row_ms = await reader.shown(patience_ms);
  if (row_ms === undefined) throw new Error(`${stack}: ${added} was not shown after ${patience_ms / 1000} s`);
  const own = await writer.own();
  const acted_ms = await writer.actedAt();
  const needle = write === 'add' ? added : todoId;
  const followed = relays ? await followedBy(relays, { needle, listId }) : undefined;
  if (write === 'add') {
    // So that the list stays as short as it was.
    await db.collection('todos').deleteOne({ text: added });
    await Promise.all([writer, reader].map((one) => one.hasTodos(1)));
  }
  return { acted_ms, own, row_ms, followed };
}

/** @throws if something of it hasn't passed after 5 s */
async function followedBy(relays: Relays, seeking: Seeking): Promise<Followed> {
  const passed: Passed[] = [];
  for (let attempt = 0; attempt < 250; attempt += 1) {
    passed.push(...(await relays.take()));
    const followed = trailOf(passed, seeking);
    if (followed) return followed;
    await pause(20);
  }
  const ways = [...new Set(passed.map(({ way, from }) => `${from} of ${way}`))].join(', ');
  throw new Error(`no whole trail of ${seeking.needle}: what passed was from ${ways}`);
}
