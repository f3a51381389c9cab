import { randomUUID } from 'node:crypto';
import { type Bound, type OneMore, type Turn, turnsCollection } from '@meteor-vs-mean/contract';
import { type Mongo, startMongo, urlOf } from '@meteor-vs-mean/mongo';
import { type Collection, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Bounds } from '../src/bounds.ts';

let mongo: Mongo;
let client: MongoClient;
let things: Collection<{ _id: string }>;
let turns: Collection<Turn>;

beforeAll(async () => {
  mongo = await startMongo();
  client = await MongoClient.connect(urlOf(mongo, `bounds-${randomUUID()}`), {
    writeConcern: { w: 'majority' },
  });
  things = client.db().collection('things');
  turns = client.db().collection(turnsCollection);
});
beforeEach(async () => {
  await things.deleteMany({});
  await turns.deleteMany({});
});
afterAll(async () => {
  await client?.close();
  await mongo?.stop();
});

const bound: Bound = { key: 'things', most: 20, what: 'things' };

function thing(before: () => Promise<void> = async () => {}, _id: string = randomUUID()): OneMore {
  return {
    count: (limit) => things.countDocuments({}, { limit }),
    async insert() {
      await before();
      await things.insertOne({ _id });
    },
    takeBack: async () => void (await things.deleteOne({ _id })),
    isThere: async () => (await things.countDocuments({ _id })) > 0,
  };
}

async function codes(inserts: Promise<void>[]): Promise<string[]> {
  const settled = await Promise.allSettled(inserts);
  return settled.map((one) => (one.status === 'fulfilled' ? 'ok' : one.reason.code));
}

test('several servers together keep a limit', async () => {
  const servers = Array.from({ length: 4 }, () => new Bounds(turns));
  const inserts = Array.from({ length: 60 }, (_, n) => (servers[n % 4] as Bounds).insert(bound, thing()));
  const found = await codes(inserts);
  expect(found.filter((code) => code === 'ok').length).toBe(20);
  expect(found.filter((code) => code === 'limit-reached').length).toBe(40);
  expect(await things.countDocuments()).toBe(20);
  expect(await turns.countDocuments()).toBe(0);
});

test('one that was held up after its count is taken back if others took its place meanwhile', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const late = new Bounds(turns).insert(
    bound,
    thing(() => {
      begin();
      return held;
    }),
  );
  await begun;
  const other = new Bounds(turns);
  for (let n = 0; n < 20; n += 1) await other.insert(bound, thing());
  release();
  await expect(late).rejects.toMatchObject({ code: 'limit-reached' });
  expect(await things.countDocuments()).toBe(20);
});

test('of those that were held up together as many stay as there is place for', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  const waiting = Promise.withResolvers<void>();
  const late = Array.from({ length: 5 }, () =>
    new Bounds(turns).insert(
      bound,
      thing(() => {
        begun += 1;
        if (begun === 5) waiting.resolve();
        return held;
      }),
    ),
  );
  await waiting.promise;
  const other = new Bounds(turns);
  for (let n = 0; n < 18; n += 1) await other.insert(bound, thing());
  release();
  expect((await codes(late)).sort()).toEqual([...Array(3).fill('limit-reached'), 'ok', 'ok']);
  expect(await things.countDocuments()).toBe(20);
});

test('a turn that somebody holds is waited for', async () => {
  await things.insertMany(Array.from({ length: 19 }, (_, n) => ({ _id: `there-${n}` })));
  await turns.insertOne({ _id: bound.key, holder: 'crashed', since: new Date() });
  const bounds = new Bounds(turns);
  const waiting = bounds.insert(bound, thing());
  await turns.deleteOne({ _id: bound.key });
  await waiting;
  await expect(bounds.insert(bound, thing())).rejects.toMatchObject({ code: 'limit-reached' });
  expect(await things.countDocuments()).toBe(20);
});

test('one that took the last place and is sent again is there already, and stays', async () => {
  await things.insertMany(Array.from({ length: 19 }, (_, n) => ({ _id: `there-${n}` })));
  const bounds = new Bounds(turns);
  await bounds.insert(bound, thing(undefined, 'last'));
  await expect(bounds.insert(bound, thing(undefined, 'last'))).rejects.toMatchObject({
    code: 'duplicate-id',
  });
  expect(await things.countDocuments()).toBe(20);
});

test('a document whose insert fails is nothing', async () => {
  const bounds = new Bounds(turns);
  const failing = thing(async () => {
    throw new Error('no');
  });
  await expect(bounds.insert(bound, failing)).rejects.toThrow('no');
  expect(await things.countDocuments()).toBe(0);
});
