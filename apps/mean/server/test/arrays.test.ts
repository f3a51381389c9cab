import { setTimeout as sleep } from 'node:timers/promises';
import { toWire, type WireDocument } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brings, has, patched } from '../src/live/paths.ts';
import { Person } from './accounts-client.ts';
import { createdAt, Follower, type Stored, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;

beforeAll(async () => {
  testbed = await openTestbed();
  server = await startApp(testbed);
});
afterAll(() => testbed?.close());

/** The same sequence for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

test('views by array members match MongoDB after any update', async () => {
  const lists = server.db.collection<Stored>('lists');
  const followers: Follower[] = [await Follower.subscribe(await server.connect(), 'lists.all')];
  for (const username of ['ada', 'bob', 'eve', 'kim']) {
    const person = await Person.signedUp(server, username);
    followers.push(await Follower.subscribe(await person.connect(), 'lists.mine'));
  }
  const users = await server.db.collection<Stored>('users').find().toArray();
  const ids = users.map(({ _id }) => _id);
  const members = users.map(({ _id, username }) => ({ _id, username: String(username) }));

  const random = randomOf(19);
  const one = () => members[random(members.length)] as { _id: string; username: string };
  const updates: (() => object)[] = [
    () => ({ $push: { members: one() } }),
    () => ({ $push: { members: { $each: [one(), one()], $position: random(2) } } }),
    () => ({ $pull: { members: { _id: one()._id } } }),
    () => ({ $pop: { members: random(2) ? 1 : -1 } }),
    () => ({ $set: { members: [one(), one()] } }),
    () => ({ $set: { members: [] } }),
    () => ({ $set: { [`members.${random(3)}`]: one() } }),
    () => ({ $set: { [`members.${random(2)}._id`]: one()._id } }),
    () => ({ $set: { [`members.${random(2)}.note`]: { deep: [random(9)] } } }),
    () => ({ $unset: { [`members.${random(2)}._id`]: '' } }),
    () => ({ $set: { name: `n${random(9)}`, 'extra.deep': random(9) } }),
    () => ({ $unset: { 'extra.deep': '' } }),
    () => ({ $unset: { members: '' } }),
    () => ({ $set: { owner: one()._id } }),
    () => ({ $unset: { owner: '' } }),
  ];
  for (let step = 0; step < 600; step++) {
    const _id = `l${random(6)}`;
    const kind = random(20);
    if (kind === 0) await lists.deleteOne({ _id });
    else if (kind < 3) {
      const document = { name: 'n', createdAt: createdAt(random(9)), owner: one()._id, members: [one()] };
      await lists.replaceOne({ _id }, document, { upsert: true });
    } else {
      const update = updates[random(updates.length)] as () => object;
      await lists.updateOne({ _id }, update()).catch(() => {}); // some don't fit the document
    }
    if (step % 50 === 0) await sleep(5);
  }
  const last = { _id: 'last', name: 'n', createdAt: createdAt(99) };
  await lists.insertOne(last);
  await followers[0]?.until(({ documents }) => documents.has('last'));
  for (const [k, follower] of followers.entries()) {
    const filter = k === 0 ? { owner: null } : { 'members._id': ids[k - 1] };
    const stored = toWire(
      await lists
        .find(filter as object)
        .sort({ _id: 1 })
        .toArray(),
    );
    await expect.poll(() => follower.sorted, { interval: 5 }).toEqual(stored);
    follower.check();
  }
});

const list = (more: object): WireDocument => ({ _id: 'l', ...more });
const update = (fields: Record<string, unknown>, more: object = {}) => ({
  kind: 'update' as const,
  id: 'l',
  fields,
  cleared: [],
  ...more,
});

test('a path goes through arrays, and null also matches a missing field', () => {
  expect(has(list({ owner: 'a' }), 'owner', 'a')).toBe(true);
  expect(has(list({ owner: 'a' }), 'owner', null)).toBe(false);
  expect(has(list({ owner: null }), 'owner', null)).toBe(true);
  expect(has(list({}), 'owner', null)).toBe(true);
  expect(has(list({}), 'owner', 'a')).toBe(false);
  expect(has(list({ members: [{ _id: 'a' }, { _id: 'b' }] }), 'members._id', 'b')).toBe(true);
  expect(has(list({ members: [{ _id: 'a' }, 'b', null] }), 'members._id', 'b')).toBe(false);
  expect(has(list({ members: { _id: 'b' } }), 'members._id', 'b')).toBe(true);
  expect(has(list({ tags: ['a', 'b'] }), 'tags', 'b')).toBe(true);
});

test('an update shows whether it may bring in a document that isn’t in the view', () => {
  const inside = {};
  expect(brings(update({ listId: 'a' }), 'listId', 'a')).toBe(true);
  expect(brings(update({ listId: 'b' }), 'listId', 'a')).toBe(false);
  expect(brings(update({ text: 'b' }), 'listId', 'a')).toBeUndefined();
  expect(brings(update({}, { cleared: ['owner'] }), 'owner', null)).toBe(true);
  expect(brings(update({ 'members.1': { _id: 'a' } }, { inside }), 'members._id', 'a')).toBe(true);
  expect(brings(update({ 'members.1._id': 'a' }, { inside }), 'members._id', 'a')).toBe(true);
  expect(brings(update({ members: [{ _id: 'a' }] }), 'members._id', 'a')).toBe(true);
  expect(brings(update({ 'members.1': { _id: 'b' } }, { inside }), 'members._id', 'a')).toBeFalsy();
  expect(brings(update({ 'members.1.username': 'a' }, { inside }), 'members._id', 'a')).toBeFalsy();
  expect(brings(update({}, { inside: { members: 1 } }), 'members._id', 'a')).toBeFalsy();
});

test('an update that doesn’t fit the document is reported', () => {
  const held = list({ members: [{ _id: 'a' }], name: 'n' });
  expect(patched(held, update({ 'members.1': { _id: 'b' } }, { inside: {} }))).toEqual(
    list({ members: [{ _id: 'a' }, { _id: 'b' }], name: 'n' }),
  );
  expect(held.members).toHaveLength(1);
  expect(patched(held, update({}, { inside: { members: 0 } }))?.members).toEqual([]);
  expect(patched(held, update({ 'members.3': { _id: 'b' } }, { inside: {} }))).toBeUndefined();
  expect(patched(held, update({ 'nothing.here.x': 1 }, { inside: {} }))).toBeUndefined();
  expect(patched(held, update({}, { inside: { name: 1 } }))).toBeUndefined();
});
