import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { type Change, connect } from '@meteor-vs-mean/pubsub-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { replace } from '../src/guards/replace.ts';
import { stackNamed, stacks } from '../src/index.ts';

const guarded = stacks.flatMap(({ name, guards = [] }) => guards.map((guard) => ({ stack: name, ...guard })));
const found = new Map(await Promise.all(stacks.map(async ({ name, find }) => [name, await find()] as const)));

describe.each(guarded)('$stack without $name', ({ stack, name }) => {
  let mongo: Mongo;
  beforeAll(async () => {
    mongo = await startMongo();
  });
  afterAll(() => mongo?.stop());

  test.skipIf(!found.get(stack)?.found)(
    'still tells subscribers what is inserted; with limits alone a list has to be there',
    { timeout: 600_000 },
    async () => {
      const { build, defaultTransport: transport } = stackNamed(stack);
      const built = await build({ log: () => {} });
      const database = `guards-${process.pid}-${name}`;
      const app = await built.start({ port: 0, mongo, database, probe: true, without: name });
      onTestFinished(() => app.stop());
      const client = await connect({
        url: app.url,
        transport,
        subscribeEvent: 'subscribe',
        unsubscribeEvent: 'unsubscribe',
      });
      onTestFinished(() => client.close());
      const told = new Promise<Change>((resolve) => client.onChange(resolve));
      await client.call('lists.insert', { _id: 'list', name: 'List' });
      await client.subscribe('todos.byList', { listId: 'list' });
      await client.call('todos.insert', { _id: 'todo', listId: 'list', text: 'Milk' });
      expect(JSON.stringify(await told)).toMatch(/"todo".*"text":"Milk","done":false/);
      const inNone = client.call('todos.insert', { _id: 'lost', listId: 'none', text: 'Milk' });
      if (name === 'limits') await inNone;
      else await expect(inNone).rejects.toThrow('There is no list');
    },
  );
});

test('a guard that a stack has not is refused with those that it has', async () => {
  const { build } = stackNamed('mean');
  const built = await build({ log: () => {} });
  const start = built.start({ port: 0, mongo: { url: 'mongodb://h' }, database: 'x', without: 'locks' });
  await expect(start).rejects.toThrow('MEAN has no guard "locks"; known are: limits, order, slow-consumers');
});

test('a method that is not there cannot be taken away', () => {
  expect(() => replace({}, { check: () => {} })).toThrow('There is no method check');
});
