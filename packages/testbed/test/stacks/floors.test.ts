import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, connect } from '@meteor-vs-mean/pubsub-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../src/process/index.ts';
import { withMajority } from '../../src/stacks/app.ts';
import { apps, stackNamed, stacks } from '../../src/stacks/index.ts';
import { openTestbed, type Testbed } from '../../src/testbed.ts';

test('a stack is a file, by its name, with a port of its own', async () => {
  const files = await readdir(join(import.meta.dirname, '../../src/stacks/stacks'));
  expect(stacks.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
  expect(new Set(stacks.map(({ defaultPort }) => defaultPort)).size).toBe(stacks.length);
  expect(apps.map(({ name }) => name)).toEqual(['meteor', 'mean']);
});

test('the smallest Meteor app is of the release that is compared', async () => {
  const release = (app: string) => readFile(join(root, app, '.meteor/release'), 'utf8');
  expect(await release('apps/smallest/meteor')).toBe(await release('apps/meteor'));
});

test('a write waits for the majority unless the address says otherwise', () => {
  expect(withMajority('mongodb://h/x')).toBe('mongodb://h/x?w=majority');
  expect(withMajority('mongodb://h/x?replicaSet=rs0')).toBe('mongodb://h/x?replicaSet=rs0&w=majority');
  expect(withMajority('mongodb://h/x?w=1')).toBe('mongodb://h/x?w=1');
});

const found = new Map(await Promise.all(stacks.map(async ({ name, find }) => [name, await find()] as const)));

describe.each(stacks.filter(({ hasPages }) => !hasPages))('$name', (stack) => {
  let testbed: Testbed;
  beforeAll(async () => {
    testbed = await openTestbed();
  });
  afterAll(() => testbed?.close());

  test.skipIf(!found.get(stack.name)?.found)(
    'tells subscribers what is inserted, and can be probed',
    { timeout: 600_000 },
    async () => {
      const build = await stackNamed(stack.name).build({ log: () => {} });
      const app = await testbed.start(build, { probe: true });
      const client = await connect({
        url: app.url,
        transport: stack.defaultTransport,
        subscribeEvent: 'subscribe',
        unsubscribeEvent: 'unsubscribe',
        answer: 'result',
      });
      onTestFinished(() => client.close());
      const told = new Promise<Change>((resolve) => client.onChange(resolve));
      await client.call('lists.insert', { _id: 'list', name: 'List' });
      await client.call('lists.insert', { _id: 'list', name: 'List' });
      await client.subscribe('todos.byList', { listId: 'list' });
      await client.call('todos.insert', { _id: 'todo', listId: 'list', text: 'Milk' });
      expect(JSON.stringify(await told)).toMatch(/"todo".*"text":"Milk","done":false/);
      const again = client.call('todos.insert', { _id: 'todo', listId: 'list', text: 'Again' });
      if (stack.storesNothing) await again;
      else await expect(again).rejects.toThrow();
      const driver = build.observeDriver(app.mode, false);
      expect(await app.probe?.observeDrivers()).toEqual(driver === null ? [] : [driver]);
    },
  );
});
