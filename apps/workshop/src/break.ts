/** `npm run workshop:break`: both apps, each over a line that can be cut; what is typed breaks and mends them. */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { shareMongo, urlOf } from '@meteor-vs-mean/mongo';
import { database, dataDir, findOrOffer, interrupted, stacks } from '@meteor-vs-mean/stacks';
import { type Db, MongoClient } from 'mongodb';
import { wordsOf } from './finding.ts';
import { firstLinePort } from './line.ts';
import { addNote, notesFolder } from './notes.ts';
import { portFrom, runAs } from './option.ts';
import { Patient } from './patient.ts';

const list = { _id: 'workshop-break', name: 'Break it' };

const help = `npm run workshop:break [-- options]

Starts MongoDB and both apps in production mode, each behind a line of its own that can be cut, with a subscriber that
comes back by itself. Then it does what is typed:

  kill meteor|mean     ends the app's process at once, as a crash does
  start meteor|mean    starts it again, on the same port
  cut meteor|mean      closes every connection between the app and its browsers and refuses new ones, as when a proxy
                       restarts or a laptop changes networks
  mend meteor|mean     lets them through again
  write <text>         a todo straight into MongoDB, for those who are away to miss
  quit                 stops all; so does Ctrl-C

  --port <number>   of the first line; the other one follows it. Default: ${firstLinePort}
  --notes <folder>  where recoveries are noted for the checkpoint. Default: ${notesFolder}
  --install         run Meteor's own installer without asking, if Meteor is missing
  --no-install      don't ask for it
  --help`;

interface Options {
  port: number;
  notes: string;
  install: boolean | undefined;
}

const say = (line: string): void => console.log(line);
const log = (line: string): void => console.error(line);

interface Ward {
  patients: Map<string, Patient>;
  db: Db;
}

/** @returns undefined if it was interrupted meanwhile */
async function openWard(
  options: Options,
  over: Promise<void>,
  running: AsyncDisposableStack,
): Promise<Ward | undefined> {
  const mongo = await Promise.race([shareMongo({ dataDir, log }), over]);
  if (!mongo) return undefined;
  running.defer(() => mongo.stop());
  const client = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  running.defer(() => client.close());
  const db = client.db();
  await db
    .collection<{ _id: string; name: string; createdAt: Date }>('lists')
    .updateOne(
      { _id: list._id },
      { $setOnInsert: { name: list.name, createdAt: new Date() } },
      { upsert: true },
    );
  const patients = new Map<string, Patient>();
  for (const stack of Object.values(stacks)) {
    const found = await findOrOffer(stack, options.install);
    if (!found.found) {
      say(`${stack.title} is not run: ${found.reason}. Remedy: ${found.remedy}.`);
      continue;
    }
    const build = await Promise.race([stack.build({ log }), over]);
    if (!build) return undefined;
    const admitting = Patient.admit(build, stack.title, stack.defaultTransport, {
      ...{ db, say, listId: list._id },
      linePort: options.port + patients.size,
      start: (of, port) => of.start({ port, mongo, database }),
      recovered: (breakage) => addNote('breakages', breakage, options.notes),
    });
    const patient = await Promise.race([admitting, over]);
    if (!patient) return undefined;
    running.defer(() => patient.dismiss());
    patients.set(patient.name, patient);
    say(`${stack.title.padEnd(8)} ${patient.line.url}/lists/${list._id}`);
  }
  return { patients, db };
}

/** Does what was typed. @throws one line if that makes no sense */
async function obey(typed: string, { patients, db }: Ward): Promise<void> {
  const [verb = '', ...words] = typed.trim().split(/\s+/);
  if (verb === 'write') {
    const text = words.join(' ') || 'Written while somebody was away';
    const todo = { _id: randomUUID(), listId: list._id, text, done: false, createdAt: new Date() };
    await db.collection<typeof todo>('todos').insertOne(todo);
    for (const patient of patients.values()) patient.missed();
    say(`Written straight into MongoDB: ${text}`);
    return;
  }
  const patient = patients.get(words[0] ?? '');
  if (verb === 'kill' || verb === 'start' || verb === 'cut' || verb === 'mend') {
    if (patient) return patient[verb]();
    throw new Error(`Name one that runs: ${verb} ${[...patients.keys()].join(`, or ${verb} `)}`);
  }
  throw new Error(`'${typed.trim()}' is not known: kill, start, cut or mend an app; write <text>; quit`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      port: { type: 'string', default: String(firstLinePort) },
      notes: { type: 'string', default: notesFolder },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const over = interrupted();
  await using running = new AsyncDisposableStack();
  const ward = await openWard(
    { ...values, install: values.install, port: portFrom('port', values.port) },
    over,
    running,
  );
  if (!ward) return 0;
  say(
    'Open the addresses in a browser. Type: kill, start, cut or mend an app; write <text>. quit, or Ctrl-C, stops all',
  );
  // One after the other: what is typed during a start waits for its end.
  const typing = (async () => {
    for await (const typed of createInterface(process.stdin)) {
      if (typed.trim() === 'quit') return;
      if (typed.trim() === '') continue;
      await obey(typed, ward).catch((error) => say(wordsOf(error)));
    }
  })();
  await Promise.race([typing, over]);
  log('Stopping');
  return 0;
}

await runAs('workshop:break', main);
