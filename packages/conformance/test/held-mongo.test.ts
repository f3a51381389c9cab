import { startMongo, urlOf } from '@meteor-vs-mean/mongo';
import { MongoClient } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import { holdInsert } from '../src/held-mongo.ts';

test('of a MongoDB with several hosts, an insert is held back on its way to the primary', async () => {
  const mongo = await startMongo({ url: '' });
  onTestFinished(() => mongo.stop());
  const several = mongo.url.replace('/?', ',127.0.0.1:1/?');
  await using ends = new AsyncDisposableStack();
  const held = ends.adopt(await holdInsert(several, 'todos'), ({ relay }) => relay.close());
  const client = ends.adopt(await MongoClient.connect(urlOf(held, 'held')), (open) => open.close());
  const inserting = client.db().collection('todos').insertOne({});
  await held.hasCome;
  const seen = await MongoClient.connect(urlOf(mongo, 'held'));
  ends.defer(() => seen.close());
  expect(await seen.db().collection('todos').countDocuments()).toBe(0);
  held.pass();
  await inserting;
  expect(await seen.db().collection('todos').countDocuments()).toBe(1);
});
