import { setTimeout as sleep } from 'node:timers/promises';
import { startMongo, urlOf } from '@meteor-vs-mean/testbed/mongo';
import { openRelay } from '@meteor-vs-mean/testbed/relay';
import { MongoClient } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import type { ScheduleFile } from '../src/folder/rendezvous.ts';
import { writeVariables } from '../src/writers/message.ts';
import type { WritersPlan } from '../src/writers/writers.ts';
import { said, scheduleOf, write, writes } from './write.ts';

/** A database with a collection that takes 10 documents, and its own count. */
async function fullDatabase() {
  const mongo = await startMongo();
  onTestFinished(() => mongo.stop());
  const url = urlOf(mongo, `full-${process.pid}`);
  const client = new MongoClient(url);
  onTestFinished(async () => {
    await client.db().dropDatabase();
    await client.close();
  });
  await client.db().dropDatabase();
  await client.db().createCollection('news', { validator: { n: { $lt: 10 } } });
  return { mongo, url, count: () => client.db().collection('news').countDocuments() };
}

const insertInto = (url: string, schedule: ScheduleFile): WritersPlan => ({
  schedule,
  database: {
    ...{ url, collection: 'news', writers: 2 },
    document: { _id: writeVariables.$writeId, n: writeVariables.$writeNumber },
  },
});

test('a full database refuses the writes that it does not store', { timeout: 60_000 }, async () => {
  const { url, count } = await fullDatabase();
  const schedule = scheduleOf({ writer: 'database', drain_ms: 1000 });
  const file = await write(insertInto(url, schedule));
  expect(await count()).toBe(10);
  expect(file).toMatchObject({ sent: writes, acknowledged: 10, refused: 70 });
  expect(said(file, schedule)).toEqual([
    'writes-refused, database: 70 of 80 writes were refused (121 70; the first: Document failed validation)',
  ]);
});

test('a database that ends during a run has refused nothing', { timeout: 60_000 }, async () => {
  const { mongo, url } = await fullDatabase();
  const { hostname: host, port, pathname } = new URL(url);
  const relay = await openRelay({ host, port: Number(port) });
  onTestFinished(() => relay.close());
  expect(mongo.url).toContain(port);
  const through = `mongodb://${relay.host}:${relay.port}${pathname}?directConnection=true`;
  const schedule = scheduleOf({ writer: 'database' });
  const file = await write(insertInto(through, schedule), async () => {
    await sleep(100);
    relay.cut();
  });
  expect(file.refusals).toEqual(file.refused === 0 ? {} : { 121: file.refused });
  expect(file.unanswered).toBeGreaterThan(0);
  expect(said(file, schedule).at(-1)).toMatch(/^writes-unanswered, database: .* lost/);
});
