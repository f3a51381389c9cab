/** `npm run workshop:break`: both apps, each over a line that can be cut; what is typed breaks and mends them. */
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
  about: `Starts MongoDB and both apps in production mode, each behind a line of its own that can be cut, with a subscriber that
comes back by itself. Then it does what is typed:

  kill meteor|mean     ends the app's process at once, as a crash does
  start meteor|mean    starts it again, on the same port
  cut meteor|mean      closes every connection between the app and its browsers and refuses new ones, as when a proxy
                       restarts or a laptop changes networks
  mend meteor|mean     lets them through again
  write <text>         a todo straight into MongoDB, for those who are away to miss
  quit                 stops all; so does Ctrl-C`,
  options: {
    port: value('<number>', 'of the first line; the other one follows it', portNumber, firstLinePort),
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
    else say(`${stack.title} is not run: ${found.reason}. Remedy: ${found.remedy}.`);
  }
  // A port that is taken is said before a build is waited for.
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

/** Does what was typed. @throws one line if that makes no sense */
async function carryOut(typed: string, { apps: started, db }: Started): Promise<void> {
  const [verb = '', ...words] = typed.trim().split(/\s+/);
  if (verb === 'write') {
    const text = words.join(' ') || 'Written while somebody was away';
    const todo = sampleTodo({ _id: randomUUID(), listId: list._id, text });
    await db.collection<Todo>('todos').insertOne(todo);
    for (const app of started.values()) app.missed();
    say(`Written straight into MongoDB: ${text}`);
    return;
  }
  const app = started.get(words[0] ?? '');
  if (verb === 'kill' || verb === 'start' || verb === 'cut' || verb === 'mend') {
    if (app) return app[verb]();
    throw new Error(`Name one that runs: ${verb} ${[...started.keys()].join(`, or ${verb} `)}`);
  }
  throw new Error(`'${typed.trim()}' is not known: kill, start, cut or mend an app; write <text>; quit`);
}

async function breakThem(options: Options, signal: AbortSignal): Promise<void> {
  const here = await abortable(findHere(options), signal);
  await using testbed = await openTestbed({ signal, log, mongo: keptMongo });
  const started = await startApps(here, options, testbed);
  say(
    'Open the addresses in a browser. Type: kill, start, cut or mend an app; write <text>. quit, or Ctrl-C, stops all',
  );
  // One after the other: what is typed during a start waits for its end.
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
