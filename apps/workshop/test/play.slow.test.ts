import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '@meteor-vs-mean/pubsub-client';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { mean } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BreakableApp } from '../src/breakable-app.ts';
import type { Breakage } from '../src/notes.ts';
import { check, freePorts, listener, run, start } from './command.ts';

let mongo: Mongo;
let env: Record<string, string>;

beforeAll(async () => {
  mongo = await startMongo();
  env = { MONGO_URL: mongo.url };
});
afterAll(() => mongo?.stop());

async function notesFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workshop-notes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

// packages/testbed tests `npm run dev` itself; --production is the same program and starts sooner.
test('1, side by side: MongoDB and the app have a list created in the app', {
  timeout: 240_000,
}, async () => {
  const port = await freePorts(2);
  const places = ['1', '--mean-port', String(port), '--meteor-port', String(port + 1)];
  const before = await check(places, env);
  expect(before.code).toBe(1);
  expect(before.output).toMatch(/missing +Apps +neither app answers .*\n.*npm run dev/);

  const dev = start(
    'packages/testbed/src/dev/dev.ts',
    [...['--production', '--no-meteor', '--mean-port', String(port), '--port', String(port + 1)]],
    env,
  );
  await dev.line(/Ctrl-C stops all/);
  const empty = await check(['1', '--mean-port', String(port), '--meteor-port', '1'], env);
  expect(empty.code).toBe(1);
  expect(empty.output).toContain('no list has two todos, one of them ticked');

  const person = await connect({ url: `http://127.0.0.1:${port}`, transport: 'socketio' });
  onTestFinished(() => person.close());
  await person.call('lists.insert', { _id: 'shared', name: 'Shared' });
  await person.call('todos.insert', { _id: 'one', listId: 'shared', text: 'One' });
  await person.call('todos.insert', { _id: 'two', listId: 'shared', text: 'Two' });
  await person.call('todos.setDone', { _id: 'two', done: true });
  const after = await check(['1', '--mean-port', String(port), '--meteor-port', '1'], env);
  expect(after.output).toMatch(/ok +MongoDB +list 'Shared' has 2 todos, 1 ticked/);
  expect(after.output).toMatch(/ok +MEAN +http:\S+ shows a subscriber the same/);
  expect(after.output).toMatch(/note +Meteor +isn't running/);
  expect(after.code).toBe(0);
});

test('2, who notices: a change stream does, emit never', { timeout: 240_000 }, async () => {
  const notes = await notesFolder();
  const before = await check(['2', '--notes', notes], env);
  expect(before.code).toBe(1);
  expect(before.output).toMatch(/missing +Write +nothing was written from outside yet/);

  const port = await freePorts(5);
  const modes = start('apps/workshop/src/modes.ts', ['--port', String(port), '--no-install'], env);
  await modes.line(/Ctrl-C stops all/);
  expect(modes.lines.some((line) => /^Skipping Meteor: METEOR_BUNDLE/.test(line))).toBe(true);
  const write = ['Groceries', 'Buy milk', '--wait', '2', '--port', String(port), '--notes', notes];
  const written = await run('apps/workshop/src/write.ts', write, env);
  expect(written.code).toBe(0);
  expect(written.output).toContain("Created the list 'Groceries'");
  expect(written.output).toMatch(/^MEAN, changestream +http:\S+ +noticed after \S+ ms$/m);
  expect(written.output).toMatch(/^MEAN, emit +http:\S+ +has not noticed, after 2 s$/m);
  // Recorded results are labelled as such.
  expect(written.output).toMatch(
    /Not run here; recorded on another machine, at \d+ subscribers and \d+ writes a second:\n(.*\n)*meteor, polling +p50 .* \(load-tests\/results\/reference\/.*-ladder\)/,
  );

  const after = await check(['2', '--notes', notes], env);
  expect(after.output).toMatch(/ok +Write +'Buy milk', straight into MongoDB/);
  expect(after.output).toMatch(/ok +MEAN, emit +has not noticed, after 2 s; it never will/);
  expect(after.output).toMatch(/note +Meteor +didn't run/);
  expect(after.code).toBe(0);

  modes.child.kill('SIGINT');
  expect(await modes.ended).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port + 4}`)).rejects.toThrow('fetch failed');
});

test('6, break it: a port in use is reported before anything starts', async () => {
  const taken = await listener();
  const nowhere = { MONGO_URL: 'mongodb://127.0.0.1:1' };
  const { code, output } = await run(
    'apps/workshop/src/break.ts',
    ['--port', String(taken), '--no-install'],
    nowhere,
  );
  expect(code).toBe(1);
  expect(output).toContain(`workshop:break: Port ${taken} is taken: `);
});

test('6, break it: killed and cut off, it recovers with what it missed', { timeout: 240_000 }, async () => {
  const notes = await notesFolder();
  const port = await freePorts(2);
  const broken = start(
    'apps/workshop/src/break.ts',
    ['--port', String(port), '--notes', notes, '--no-install'],
    env,
  );
  await broken.line(/^MEAN +http:\S+\/lists\/workshop-break$/);
  broken.type('start mean');
  await broken.line(/mean wasn't killed, so there is nothing to bring back/);
  broken.type('cut meteor');
  await broken.line(/Name a running app: cut mean/);
  broken.type('dance');
  await broken.line(/Unknown command 'dance'/);

  broken.type('cut mean');
  await broken.line(/its connections are closed, and new ones are refused/);
  broken.type('mend mean');
  await broken.line(/after the repair; missed writes: 0/);
  const idle = await check(['6', '--notes', notes], env);
  expect(idle.code).toBe(1);
  expect(idle.output).toMatch(/missing +MEAN, killed +not yet/);
  expect(idle.output).toMatch(
    /missing +MEAN, cut off +it recovered, but nothing was written in the meantime/,
  );

  for (const text of ['cut mean', 'write And me?', 'mend mean']) broken.type(text);
  await broken.line(/after the repair; missed writes: 1/);
  for (const text of ['kill mean', 'write Did you miss me?', 'start mean']) broken.type(text);
  await broken.line(/after the start; missed writes: 1/);
  broken.type('quit');
  expect(await broken.ended).toBe(0);

  const after = await check(['6', '--notes', notes], env);
  expect(after.output).toMatch(/ok +MEAN, killed +missed 1, and had it/);
  expect(after.output).toMatch(/ok +MEAN, cut off +missed 1, and had it/);
  expect(after.output).toMatch(/note +Meteor +it was not broken/);
  expect(after.code).toBe(0);
});

test('6, break it: a write after the repair also counts', {
  timeout: 240_000,
}, async () => {
  await using testbed = await openTestbed({ mongo: { url: mongo.url } });
  const its = testbed.database();
  const collection = (name: string) => its.collection<{ _id: string }>(name);
  const list = { _id: 'mended', name: 'Mended', createdAt: new Date() };
  await collection('lists').insertOne(list);
  const late = { listId: list._id, text: 'Late', done: false, createdAt: new Date() };
  /** Like the original, but somebody writes after its first read. */
  const db = {
    databaseName: its.databaseName,
    collection: (name: string) => ({
      find: (asked: object) => ({
        async toArray() {
          const found = await collection(name).find(asked).toArray();
          await collection(name).updateOne({ _id: 'late' }, { $setOnInsert: late }, { upsert: true });
          return found;
        },
      }),
    }),
  } as unknown as Db;
  const { title, defaultTransport, build } = mean;
  const breakages: Breakage[] = [];
  const app = await BreakableApp.open(await build({ log: () => {} }), title, defaultTransport, {
    testbed,
    db,
    listId: list._id,
    linePort: 0,
    say: () => {},
    recovered: async (breakage) => void breakages.push(breakage),
  });
  await app.cut();
  await app.mend();
  expect(breakages).toEqual([expect.objectContaining({ what: 'cut', recovered_ms: expect.any(Number) })]);
});
