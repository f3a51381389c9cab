/** `npm run workshop:write`: a todo straight into MongoDB, as another service would; and who notices, and when. */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { shareMongo, urlOf } from '@meteor-vs-mean/mongo';
import { milliseconds } from '@meteor-vs-mean/report/drawing';
import { database, dataDir } from '@meteor-vs-mean/stacks';
import { type Db, MongoClient } from 'mongodb';
import { wordsOf } from './finding.ts';
import { firstModePort, modeApps } from './mode-ports.ts';
import { addNote, notesFolder, type OutsideWrite } from './notes.ts';
import { portFrom, runAs, wholeFrom } from './option.ts';
import { nameOf, standardApps, thatAnswer } from './reached.ts';
import { recordedModes } from './recorded.ts';
import { TodoView } from './todo-view.ts';

const help = `npm run workshop:write -- <list> <text>

Writes a todo straight into MongoDB, past both apps, and tells which of the apps that run have shown it to a subscriber,
and after how long. A list that isn't there is made, in the same way.

  <list>            name of a list, or its id
  <text>            of the todo
  --wait <seconds>  for those who haven't noticed. Default: 12, for Meteor's polling looks every 10 s
  --port <number>   that workshop:modes was started with. Default: ${firstModePort}
  --notes <folder>  where it is noted for the checkpoint. Default: ${notesFolder}
  --help`;

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

/** @returns the id of the list with this id or name; of a new one, if there is none */
async function listNamed(db: Db, name: string): Promise<string> {
  const lists = db.collection<List>('lists');
  const found = await lists.findOne({ $or: [{ _id: name }, { name }] }, { sort: { createdAt: -1 } });
  if (found) return found._id;
  const _id = randomUUID();
  await lists.insertOne({ _id, name, createdAt: new Date() });
  console.log(`There was no list '${name}': it is there now, in ${database}.lists`);
  return _id;
}

async function write({ list, text, wait_ms, port, notes }: Options): Promise<void> {
  await using open = new AsyncDisposableStack();
  const mongo = await shareMongo({ dataDir, log: (line) => console.error(line) });
  open.defer(() => mongo.stop());
  const client = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  open.defer(() => client.close());
  const db = client.db();
  const listId = await listNamed(db, list);

  const apps = await thatAnswer([...modeApps(port), ...standardApps()]);
  const views: TodoView[] = [];
  for (const app of apps) {
    const view = await TodoView.open(app, listId).catch((error) => {
      console.log(`${nameOf(app)} on ${app.url} doesn't answer as it should: ${wordsOf(error)}`);
    });
    if (!view) continue;
    open.defer(() => view.close());
    views.push(view);
  }

  const todoId = randomUUID();
  const todo = { _id: todoId, listId, text, done: false, createdAt: new Date() };
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
    `Written straight into ${database}.todos; MongoDB said so after ${milliseconds(since(sent_ns))}. Waiting ...`,
  );
  const noticed = await Promise.all(watching);
  if (noticed.length === 0)
    console.log('No app runs, so nobody could notice: npm run workshop:modes starts them');
  await addNote(
    'writes',
    { at: new Date().toISOString(), listId, todoId, text, waited_ms: wait_ms, noticed },
    notes,
  );
  await tellRecorded(noticed);
}

/** What can't be run here was recorded elsewhere; it is called so. */
async function tellRecorded(noticed: OutsideWrite['noticed']): Promise<void> {
  const isHere = (stack: string) => noticed.some((one) => one.stack === stack);
  const absent = (await recordedModes()).filter(({ stack }) => noticed.length > 0 && !isHere(stack));
  if (absent.length === 0) return;
  console.log('\nNot run here; recorded on another machine, at 200 subscribers and 20 writes a second:');
  for (const { stack, mode, p50_ms, folder } of absent) {
    const said = p50_ms === null ? 'never' : `p50 ${milliseconds(p50_ms)}`;
    console.log(`${`${stack}, ${mode}`.padEnd(22)} ${said}  (load-tests/results/reference/${folder})`);
  }
}

const since = (from_ns: bigint): number => Number(process.hrtime.bigint() - from_ns) / 1e6;

function inWords(after_ms: number | null, wait_ms: number): string {
  return after_ms === null
    ? `has not noticed, after ${wait_ms / 1000} s`
    : `noticed after ${milliseconds(after_ms)}`;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      wait: { type: 'string', default: '12' },
      port: { type: 'string', default: String(firstModePort) },
      notes: { type: 'string', default: notesFolder },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [list = '', ...words] = positionals;
  const text = words.join(' ').trim();
  if (list === '' || text === '') {
    throw new Error('Name a list and say what to write: npm run workshop:write -- Groceries "Buy milk"');
  }
  await write({
    ...{ list, text, notes: values.notes },
    wait_ms: 1000 * wholeFrom('wait', values.wait, 1, 600),
    port: portFrom('port', values.port),
  });
  return 0;
}

await runAs('workshop:write', main);
