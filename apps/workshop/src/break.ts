/**
 * `npm run workshop:break`: both apps, each over a connection that can be cut. Typed commands break and repair them.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { sampleTodo, type Todo } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { database, keptMongo } from '@meteor-vs-mean/testbed/dev';
import {
  abortable,
  claimPort,
  exit,
  type Given,
  lineOf,
  nonEmpty,
  portNumber,
  runCommand,
  untilStopped,
  value,
} from '@meteor-vs-mean/testbed/process';
import { apps, findOrOffer, installOption, type Stack } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import { BreakableApp } from './breakable-app.ts';
import { addNote, notesFolder } from './notes.ts';
import { firstLinePort } from './reached.ts';

const list = { _id: 'workshop-break', name: 'Break it' };

const command = {
  name: 'workshop:break',
  about: `Starts MongoDB and both apps in production mode, each behind a relay that can be cut, with a subscriber that reconnects
by itself. Then type commands:

  kill meteor|mean     ends the app's process at once, like a crash
  start meteor|mean    starts it again, on the same port
  cut meteor|mean      closes every connection between the app and its browsers and refuses new ones, like a proxy's
                       restart or a change of networks
  mend meteor|mean     restores them
  write <text>         writes a todo straight into MongoDB, which an app that is down misses
  quit                 stops everything, like Ctrl-C`,
  options: {
    port: value(
      '<number>',
      "the first app's port; the other app uses the next one",
      portNumber,
      firstLinePort,
    ),
    notes: value('<folder>', 'where recoveries are noted for the checkpoint', nonEmpty, notesFolder),
    install: installOption,
  },
};

type Options = Given<(typeof command)['options']>['values'];

const say = (line: string): void => console.log(line);
const log = (line: string): void => console.error(line);

interface Started {
  apps: Map<string, BreakableApp>;
  db: Db;
}

/** @returns those that are here */
async function findHere(options: Options): Promise<Stack[]> {
  const here: Stack[] = [];
  for (const stack of apps) {
    const found = await findOrOffer(stack, options.install);
    if (found.found) here.push(stack);
    else say(`Skipping ${stack.title}: ${found.reason}. Remedy: ${found.remedy}.`);
  }
  // Check the ports before the builds, which take long.
  for (const index of here.keys()) await claimPort(options.port + index, 'choose another one with --port');
  return here;
}

async function startApps(here: readonly Stack[], options: Options, testbed: Testbed): Promise<Started> {
  const db = testbed.database(database);
  await db
    .collection<{ _id: string; name: string; createdAt: Date }>('lists')
    .updateOne(
      { _id: list._id },
      { $setOnInsert: { name: list.name, createdAt: new Date() } },
      { upsert: true },
    );
  const started = new Map<string, BreakableApp>();
  for (const stack of here) {
    const build = await abortable(stack.build({ log }), testbed.signal);
    const app = await BreakableApp.open(build, stack.title, stack.defaultTransport, {
      testbed,
      db,
      say,
      listId: list._id,
      linePort: options.port + started.size,
      recovered: (breakage) => addNote('breakages', breakage, options.notes),
    });
    started.set(app.name, app);
    say(`${stack.title.padEnd(8)} ${app.line.url}/lists/${list._id}`);
  }
  return { apps: started, db };
}

/** Runs a typed command. @throws a one-line error if it is invalid */
async function carryOut(typed: string, { apps: started, db }: Started): Promise<void> {
  const [verb = '', ...words] = typed.trim().split(/\s+/);
  if (verb === 'write') {
    const text = words.join(' ') || 'Written while an app was away';
    const todo = sampleTodo({ _id: randomUUID(), listId: list._id, text });
    await db.collection<Todo>('todos').insertOne(todo);
    for (const app of started.values()) app.missed();
    say(`Written straight into MongoDB: ${text}`);
    return;
  }
  const app = started.get(words[0] ?? '');
  if (verb === 'kill' || verb === 'start' || verb === 'cut' || verb === 'mend') {
    if (app) return app[verb]();
    throw new Error(`Name a running app: ${verb} ${[...started.keys()].join(`, or ${verb} `)}`);
  }
  throw new Error(
    `Unknown command '${typed.trim()}'. Type kill, start, cut or mend with an app; write <text>; or quit`,
  );
}

async function breakThem(options: Options, signal: AbortSignal): Promise<void> {
  const here = await abortable(findHere(options), signal);
  await using testbed = await openTestbed({ signal, log, mongo: keptMongo });
  const started = await startApps(here, options, testbed);
  say(
    'Open the addresses in a browser. Type: kill, start, cut or mend an app; write <text>. quit, or Ctrl-C, stops all',
  );
  // One at a time: a command typed during a start waits for its end.
  const typing = (async () => {
    for await (const typed of createInterface(process.stdin)) {
      if (typed.trim() === 'quit') return;
      if (typed.trim() === '') continue;
      await carryOut(typed, started).catch((error) => say(lineOf(error)));
    }
  })();
  await abortable(typing, signal);
  log('Stopping');
}

await runCommand(command, async ({ values }) => {
  await untilStopped((signal) => breakThem(values, signal));
  return exit.done;
});
