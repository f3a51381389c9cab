import { join } from 'node:path';
import { startMongo, urlOf } from '@meteor-vs-mean/testbed/mongo';
import { MongoClient } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import { type Bits, getBit } from '../src/account/bits.ts';
import { describe } from '../src/failures/error.ts';
import { type Run, readRun, writeIds } from '../src/index.ts';
import { readStored } from '../src/results/stored.ts';
import type { Config } from '../src/script/config.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { startNewsApp } from './news-app.ts';
import { newsScript } from './news-script.ts';

test('writers can write into MongoDB directly, past the app', async () => {
  const mongo = await startMongo();
  onTestFinished(() => mongo.stop());
  const app = await startNewsApp();
  onTestFinished(() => app.close());
  const database = urlOf(mongo, `writers-${process.pid}`);
  const client = new MongoClient(database);
  onTestFinished(async () => {
    await client.db().dropDatabase();
    await client.close();
  });
  const out = temporaryFolder();
  const overrides = {
    // The app learns nothing of what is written past it.
    config: { engines: { pubsub: { out, failOnLoss: false, database: { url: database } } } },
    scenarios: [
      {
        engine: 'pubsub',
        flow: [
          { subscribe: { name: 'follow', params: ['times'] } },
          {
            publish: {
              writer: 'database',
              insert: {
                collection: 'news',
                document: { _id: '{{ $writeId }}', n: '{{ $writeNumber }}', at: '{{ $now }}' },
              },
              rate: 20,
              duration: 1,
              drain: 0.5,
              arrivals: 'constant',
            },
          },
        ],
      },
    ],
  };
  const scenario = join(import.meta.dirname, 'news.yml');
  const generator = runArtillery(['--target', app.url, '--overrides', JSON.stringify(overrides), scenario]);
  expect([await generator.ended, generator.output()]).toEqual([0, expect.any(String)]);
  const run = readRun(out);
  expect(run.writers).toMatchObject({ sent: 20, acknowledged: 20 });
  const stored = await client
    .db()
    .collection<{ _id: string; n: number; at: Date }>('news')
    .find()
    .sort({ n: 1 })
    .toArray();
  expect(stored.map(({ _id }) => writeIds(run).indexOf(_id))).toEqual([...Array(20).keys()]);
  expect(stored[0]?.at).toBeInstanceOf(Date);
});

test('stored writes are found in subdocuments and lists', async () => {
  const mongo = await startMongo();
  onTestFinished(() => mongo.stop());
  const url = urlOf(mongo, `stored-${process.pid}`);
  const client = new MongoClient(url);
  onTestFinished(async () => {
    await client.db().dropDatabase();
    await client.close();
  });
  await client
    .db()
    .collection('news')
    .insertMany([
      { origin: { write: 'w-0' }, tags: ['red', 'w-1', 'w-2'], replies: [{ id: 'w-3' }, {}, null] },
      { origin: 'w-4', replies: [{ id: 'w-5' }, { id: 'other-6' }] },
    ]);
  const run = { schedule: { tag: 'w', due_us: Array(8).fill(0) } } as unknown as Run;
  const storedIn = async (field: string) => {
    const database = { url, collection: 'news', field };
    const stored = (await readStored(run, { database } as unknown as Config)) as Bits;
    return [...Array(8).keys()].filter((k) => getBit(stored, k));
  };
  expect(await storedIn('origin.write')).toEqual([0]);
  expect(await storedIn('tags')).toEqual([1, 2]);
  expect(await storedIn('replies.id')).toEqual([3, 5]);
});

test('the message of writers that MongoDB rejects has its host, and no password', async () => {
  const mongo = await startMongo();
  onTestFinished(() => mongo.stop());
  const app = await startNewsApp();
  onTestFinished(() => app.close());
  const { host } = new URL(mongo.url);
  const url = `mongodb://anna:secret@${host}/news`;
  const insert = { collection: 'news', document: { _id: '{{ $writeId }}' } };
  const file = newsScript(app.url, temporaryFolder(), ({ config, scenarios }) => {
    config.engines.pubsub.database = { url };
    scenarios[0]?.flow.splice(1, 2, { publish: { writer: 'database', insert, rate: 20, duration: 1 } });
  });
  const generator = runArtillery([file]);
  expect(await generator.ended).toBe(1);
  const [line] = generator.output().match(/^pubsub: void, writers: .*/m) ?? [];
  expect(line).toContain(host);
  expect(line).toMatch(/Authentication failed/);
  expect(generator.output()).not.toMatch(/anna|secret/);
});

test('a message has no credentials, with any address in it', () => {
  const said = (text: string) => describe(new Error(text)).message;
  expect(said('not "mongodb+srv://anna:s@e/c@host/db"')).toBe('not "mongodb+srv://<credentials>@host/db"');
  expect(said('http://host:3000: mail anna@host')).toBe('http://host:3000: mail anna@host');
});
