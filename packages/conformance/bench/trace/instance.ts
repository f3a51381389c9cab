import { setTimeout as pause } from 'node:timers/promises';
import { type Mongo, urlOf } from '@meteor-vs-mean/mongo';
import type { Build, RunningApp, StackName } from '@meteor-vs-mean/stacks';
import { type Db, MongoClient } from 'mongodb';
import type { Browser, Page } from 'playwright-core';
import { openPage } from '../pages.ts';
import { type Clock, clockOf } from './clock.ts';
import type { Lane, Sample, Write } from './lane.ts';
import { actedAt, hasOneTodo, noteActs, own, shown, watchFor } from './pages.ts';
import type { Passed, Relays } from './relays.ts';
import { type Followed, type Seeking, trailOf } from './trail.ts';

/** Where a page is: which of the two browsers' profiles, and how its clock is read. */
interface Place {
  page: Page;
  clock: Clock;
}

/** One running app with a page that writes and one that looks, on a list with one todo, in a database of its own. */
export interface Instance {
  stack: StackName;
  mode: string;
  isTraced: boolean;
  lanes: Record<Write, Lane>;
  db: Db;
  listId: string;
  todoId: string;
  /** The todo's mark. */
  done: boolean;
  mark: { x: number; y: number };
  writer: Place;
  reader: Place;
}

export interface InstanceOptions {
  build: Build;
  mongo: Mongo;
  browser: Browser;
  /** Of a traced one. */
  relays: Relays | undefined;
  /** Gets what stops each part; called last first. */
  running: AsyncDisposableStack;
}

/** Traced: both pages and MongoDB are reached through relays. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { build, mongo, browser, relays, running } = options;
  const { stack } = build;
  const isTraced = relays !== undefined;
  const kind = isTraced ? 'traced' : 'plain';
  const database = `trace_${stack}_${kind}_${process.pid.toString(36)}_${Date.now().toString(36)}`;
  const client = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  running.defer(() => client.close());
  running.defer(async () => void (await client.db().dropDatabase()));
  const db = client.db();
  const mongoUrl = relays ? await relayedUrl(mongo.url, relays, stack) : mongo.url;
  const app = await build.start({ port: 0, mongo: { url: mongoUrl }, database });
  running.defer(() => app.stop());

  const [listId, todoId] = [`list-${stack}-${kind}`, `todo-${stack}-${kind}`];
  await makeList(db, listId, todoId);
  const open = async (role: 'writer' | 'reader'): Promise<Place> => {
    const page = await openPage(browser, `${await urlFor(app, relays, role)}/lists/${listId}`);
    return { page, clock: await clockOf(page) };
  };
  const [writer, reader] = [await open('writer'), await open('reader')];
  await noteActs(writer.page);
  const box = await writer.page.locator('.todo-list .toggle').boundingBox();
  if (!box) throw new Error(`${stack}: the todo has no mark to click`);
  const lane = (write: Write): Lane => ({ stack, write, isTraced, samples: [] });
  return {
    ...{ stack, mode: app.mode, isTraced, db, listId, todoId, writer, reader },
    lanes: { add: lane('add'), tick: lane('tick') },
    done: false,
    mark: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
  };
}

/** One host, that the driver doesn't leave for what the replica set calls itself. */
async function relayedUrl(url: string, relays: Relays, stack: StackName): Promise<string> {
  const direct = URL.canParse(url) ? new URL(url) : undefined;
  if (!direct?.port) throw new Error('To trace, MONGO_URL must name one host and its port.');
  const [host, port] = [direct.hostname, Number(direct.port)];
  const relay = await relays.open({ name: `${stack} mongod`, protocol: 'mongodb', host, port });
  direct.host = `127.0.0.1:${relay}`;
  direct.searchParams.delete('replicaSet');
  direct.searchParams.set('directConnection', 'true');
  return direct.href;
}

async function urlFor(app: RunningApp, relays: Relays | undefined, role: string): Promise<string> {
  if (!relays) return app.url;
  const name = `${app.stack} ${role}`;
  const port = await relays.open({ name, protocol: 'websocket', host: '127.0.0.1', port: app.port });
  return `http://127.0.0.1:${port}`;
}

async function makeList(db: Db, listId: string, todoId: string): Promise<void> {
  const collection = (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name);
  const createdAt = new Date();
  await collection('lists').insertOne({ _id: listId, name: listId, createdAt });
  await collection('todos').insertOne({ _id: todoId, listId, text: 'click me', done: false, createdAt });
}

/** Makes one write, waits until both pages show it, and takes it back if it was added. */
export async function makeWrite(
  instance: Instance,
  write: Write,
  number: number,
  relays: Relays,
): Promise<{ sample: Sample; learnedFrom?: string }> {
  const { stack, isTraced, writer, reader } = instance;
  const text = `${write}-${number}-${isTraced ? 'traced' : 'plain'}-${stack}`;
  const awaited = { write, text, done: !instance.done };
  if (write === 'add') await writer.page.locator('.new-todo').fill(text);
  await relays.take(); // what passed before is of no interest
  await Promise.all([watchFor(writer.page, awaited), watchFor(reader.page, awaited)]);
  const row = shown(reader.page, `${stack}, ${text}`);
  row.catch(() => {}); // awaited below, unless the act fails before
  if (write === 'add') await writer.page.keyboard.press('Enter');
  else await writer.page.mouse.click(instance.mark.x, instance.mark.y);
  const row_ms = toShared(reader.clock, await row);
  const mine = await own(writer.page);
  const acted_ms = toShared(writer.clock, await actedAt(writer.page));
  if (write === 'tick') instance.done = !instance.done;
  const followed = isTraced
    ? await trailFrom(relays, {
        ...{ writer: `${stack} writer`, reader: `${stack} reader`, mongod: `${stack} mongod` },
        needle: write === 'add' ? text : instance.todoId,
        listId: instance.listId,
      })
    : undefined;
  if (write === 'add') await takeBack(instance, text);
  const since = (at_ms: number) => at_ms - acted_ms;
  const sample: Sample = {
    ownRow: since(toShared(writer.clock, mine.row)),
    ...(mine.confirmed === undefined ? {} : { confirmed: since(toShared(writer.clock, mine.confirmed)) }),
    row: since(row_ms),
  };
  if (!followed) return { sample };
  const trail = Object.entries(followed.trail).map(([mark, at_ms]) => [mark, since(at_ms)]);
  return { sample: { ...sample, ...Object.fromEntries(trail) }, learnedFrom: followed.learnedFrom };
}

/** @throws if something of it hasn't passed after 5 s */
async function trailFrom(relays: Relays, seeking: Seeking): Promise<Followed> {
  const passed: Passed[] = [];
  for (let attempt = 0; attempt < 250; attempt += 1) {
    passed.push(...(await relays.take()));
    const followed = trailOf(passed, seeking);
    if (followed) return followed;
    await pause(20);
  }
  const ways = [...new Set(passed.map(({ way, from }) => `${from} of ${way}`))].join(', ');
  throw new Error(`${seeking.mongod}: no whole trail of ${seeking.needle}; what passed was from ${ways}`);
}

/** So that the list stays as short as it was. */
async function takeBack({ db, writer, reader }: Instance, text: string): Promise<void> {
  await db.collection('todos').deleteOne({ text });
  await Promise.all([hasOneTodo(writer.page), hasOneTodo(reader.page)]);
}

/** A page's time as `process.hrtime` tells it. */
function toShared({ ahead_ms }: Clock, at_ms: number): number {
  return at_ms + ahead_ms;
}
