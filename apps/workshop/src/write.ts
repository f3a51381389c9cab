/**
 * `npm run workshop:write`: writes a todo straight into MongoDB, like another service, and reports who notices, and
 * when.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { sampleTodo } from '@meteor-vs-mean/contract';
import {
  type CompareFolder,
  type CompareManifest,
  type DeliveryRound,
  newestFirst,
  reference,
} from '@meteor-vs-mean/measure/results';
import { milliseconds } from '@meteor-vs-mean/report/drawing';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { database, keptMongo } from '@meteor-vs-mean/testbed/dev';
import {
  exit,
  lineOf,
  nonEmpty,
  OptionError,
  portNumber,
  root,
  runCommand,
  value,
  wholeFrom,
} from '@meteor-vs-mean/testbed/process';
import { apps } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import { addNote, notesFolder, type OutsideWrite } from './notes.ts';
import { firstModePort, modeApps, nameOf, standardApps, thatAnswer } from './reached.ts';
import { TodoView } from './todo-view.ts';

const command = {
  name: 'workshop:write',
  about: `Writes a todo straight into MongoDB, bypassing both apps, and reports which running apps have shown it to a subscriber,
and after how long. Name a list by its name or id; a missing list is created the same way.`,
  words: '<list> <text>',
  options: {
    wait: value('<seconds>', "how long to wait; Meteor's polling checks every 10 s", wholeFrom(1, 600), 12),
    port: value('<number>', 'the --port of workshop:modes', portNumber, firstModePort),
    notes: value('<folder>', 'where it is noted for the checkpoint', nonEmpty, notesFolder),
  },
};

interface Options {
  list: string;
  text: string;
  wait_ms: number;
  port: number;
  notes: string;
}

interface List {
  _id: string;
  name: string;
  createdAt: Date;
}

/** @returns the id of the list with this id or name, which it creates if necessary */
async function listNamed(db: Db, name: string): Promise<string> {
  const lists = db.collection<List>('lists');
  const found = await lists.findOne({ $or: [{ _id: name }, { name }] }, { sort: { createdAt: -1 } });
  if (found) return found._id;
  const _id = randomUUID();
  await lists.insertOne({ _id, name, createdAt: new Date() });
  console.log(`Created the list '${name}' in ${database}.lists`);
  return _id;
}

async function write({ list, text, wait_ms, port, notes }: Options): Promise<void> {
  await using testbed = await openTestbed({ log: (line) => console.error(line), mongo: keptMongo });
  const db = testbed.database(database);
  const listId = await listNamed(db, list);

  const reached = await thatAnswer([...modeApps(port), ...standardApps()]);
  const views: TodoView[] = [];
  for (const app of reached) {
    const opening = testbed.own(
      () => TodoView.open(app, listId),
      (view) => view.close(),
    );
    await opening.then(
      (view) => views.push(view),
      (error) => console.log(`${nameOf(app)} on ${app.url} doesn't answer as it should: ${lineOf(error)}`),
    );
  }

  const todoId = randomUUID();
  const todo = sampleTodo({ _id: todoId, listId, text });
  const sent_ns = process.hrtime.bigint();
  const watching = views.map(async (view) => {
    const at_ns = await view.until((todos) => todos.has(todoId), wait_ms);
    const after_ms = at_ns === null ? null : Number(at_ns - sent_ns) / 1e6;
    const { stack, mode, url } = view.app;
    console.log(`${nameOf(view.app).padEnd(22)} ${url}  ${inWords(after_ms, wait_ms)}`);
    return { stack, mode, url, after_ms };
  });
  await db.collection<typeof todo>('todos').insertOne(todo);
  console.log(
    `Written straight into ${database}.todos; MongoDB confirmed it after ${milliseconds(since(sent_ns))}. Waiting ...`,
  );
  const noticed = await Promise.all(watching);
  if (noticed.length === 0)
    console.log('No app is running, so none can notice: npm run workshop:modes starts them');
  await addNote(
    'writes',
    { at: new Date().toISOString(), listId, todoId, text, waited_ms: wait_ms, noticed },
    notes,
  );
  await tellRecorded(noticed);
}

/** Prints recorded results for apps that can't run here. @throws if there is no recorded ladder */
async function tellRecorded(noticed: OutsideWrite['noticed']): Promise<void> {
  const absent = apps.filter(({ name }) => !noticed.some(({ stack }) => stack === name));
  if (noticed.length === 0 || absent.length === 0) return;
  const ladder = await recordedLadder();
  const { subscribers, rate_per_s } = ladder.rounds.find(
    ({ kind }) => kind === 'deliveries',
  ) as DeliveryRound;
  console.log(
    `\nNot run here; recorded on another machine, at ${subscribers} subscribers and ${rate_per_s} writes a second:`,
  );
  const place = path.relative(root, ladder.folder);
  for (const { stack, mode, figures, load, variant, transport } of ladder.summary.results) {
    // Each mode in its default configuration, over its stack's usual transport.
    const isPlain = variant.writeConcern === 'majority' && variant.strategy === null && transport !== 'ddp';
    if (load !== 'fan-out' || variant.writer !== 'database' || !isPlain) continue;
    if (!absent.some(({ name }) => name === stack)) continue;
    const p50_ms = figures.p50_ms?.value ?? null;
    const said = p50_ms === null ? 'never' : `p50 ${milliseconds(p50_ms)}`;
    console.log(`${`${stack}, ${mode}`.padEnd(22)} ${said}  (${place})`);
  }
}

async function recordedLadder(): Promise<CompareFolder> {
  const of = ({ experiment }: CompareManifest) => experiment === 'ladder';
  for await (const ladder of newestFirst(reference, { of, say: undefined })) return ladder;
  throw new Error(`There is no recorded ladder in ${reference}: npm run compare -- --ladder records one`);
}

const since = (from_ns: bigint): number => Number(process.hrtime.bigint() - from_ns) / 1e6;

function inWords(after_ms: number | null, wait_ms: number): string {
  return after_ms === null
    ? `has not noticed, after ${wait_ms / 1000} s`
    : `noticed after ${milliseconds(after_ms)}`;
}

await runCommand(command, async ({ values: { wait, port, notes }, words: [list = '', ...words] }) => {
  const text = words.join(' ').trim();
  if (list === '' || text === '') {
    throw new OptionError('Name a list and the text: npm run workshop:write -- Groceries "Buy milk"');
  }
  await write({ list, text, notes, port, wait_ms: 1000 * wait });
  return exit.done;
});
