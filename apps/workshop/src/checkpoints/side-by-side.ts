import { isDeepStrictEqual } from 'node:util';
import type { Todo } from '@meteor-vs-mean/contract';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { database, keptMongo } from '@meteor-vs-mean/testbed/dev';
import { lineOf } from '@meteor-vs-mean/testbed/process';
import { meteor } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import type { Checkpoint } from '../checkpoint.ts';
import { type Finding, missing, ok } from '../finding.ts';
import { type Reached, thatAnswer } from '../reached.ts';
import { TodoView } from '../todo-view.ts';

/** Whether both apps run, and show the newest list as MongoDB stores it. */
export const checkpoint: Checkpoint = async ({ apps }) => {
  const here = await thatAnswer(apps);
  if (here.length === 0) {
    const says = `neither app answers on ${apps.map(({ url }) => url).join(' or ')}`;
    return [missing('Apps', says, 'npm run dev, in another terminal; leave it running')];
  }
  await using testbed = await openTestbed({ mongo: keptMongo });
  const list = await newestList(testbed.database(database));
  if (!list) {
    const says = 'no list has two todos, one of them ticked';
    const remedy = 'add a list in either app, two todos to it, and tick one';
    return [missing('MongoDB', says, remedy)];
  }
  const says = `list '${list.name}' has ${list.todos.length} todos, ${list.todos.filter(({ done }) => done).length} ticked`;
  const findings: Finding[] = [ok('MongoDB', says)];
  for (const app of here) findings.push(await asShownBy(app, list));
  for (const { title, stack } of apps.filter((app) => !here.includes(app))) {
    const isMeteor = stack === meteor.name;
    findings.push({
      what: title,
      verdict: isMeteor ? 'note' : 'missing',
      says: "isn't running",
      remedy: isMeteor
        ? "without Meteor that is fine: the page's picture shows both"
        : 'npm run dev, in another terminal; leave it running',
    });
  }
  return findings;
};

async function newestList(db: Db): Promise<{ _id: string; name: string; todos: Todo[] } | undefined> {
  const lists = db
    .collection<{ _id: string; name: string }>('lists')
    .find()
    .sort({ createdAt: -1 })
    .limit(100);
  for await (const { _id, name } of lists) {
    const todos = await db.collection<Todo>('todos').find({ listId: _id }).toArray();
    if (todos.length > 1 && todos.some(({ done }) => done)) return { _id, name, todos };
  }
  return undefined;
}

async function asShownBy(app: Reached, list: { _id: string; todos: Todo[] }): Promise<Finding> {
  const what = app.title;
  try {
    const view = await TodoView.open(app, list._id);
    const shown = [...view.todos].map(([_id, { text, done }]) => ({ _id, text, done }));
    await view.close();
    const isSame = isDeepStrictEqual(
      sorted(shown),
      sorted(list.todos.map(({ _id, text, done }) => ({ _id, text, done }))),
    );
    if (isSame) return ok(what, `${app.url} shows a subscriber the same`);
    const says = `${app.url} shows a subscriber other data than MongoDB has`;
    return missing(what, says, 'check again in a moment; does it use the same database?');
  } catch (error) {
    const remedy = 'see the output of npm run dev';
    return missing(what, `${app.url}: ${lineOf(error)}`, remedy);
  }
}

function sorted<Item extends { _id: string }>(items: Item[]): Item[] {
  return items.toSorted((a, b) => (a._id < b._id ? -1 : 1));
}
