/**
 * `npm run pictures -w @meteor-vs-mean/workshop`: takes the guide's pictures anew, from both apps in a real browser:
 * `offline.png` of the apps as they are, and `due-date.png` where the solution is in place (npm run workshop:solution).
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser } from '@meteor-vs-mean/chromium';
import type { Todo } from '@meteor-vs-mean/contract';
import { sampleTodo } from '@meteor-vs-mean/contract';
import { startMongo, urlOf } from '@meteor-vs-mean/mongo';
import { exit, host, nonEmpty, root, runCommand, value } from '@meteor-vs-mean/process';
import { openRelay, type Relay } from '@meteor-vs-mean/relay';
import { apps } from '@meteor-vs-mean/stacks';
import { type Db, MongoClient } from 'mongodb';

const size = { width: 1400, height: 560 };
const database = 'pictures';

type Browser = Awaited<ReturnType<typeof openBrowser>>['browser'];

interface Stage {
  browser: Browser;
  db: Db;
  lines: ReadonlyMap<string, Relay>;
  out: string;
}

type Opened = Awaited<ReturnType<typeof openBoth>>;

/** The same list in both apps, beside each other. */
async function openBoth({ browser, lines }: Stage, listId: string) {
  const context = await browser.newContext({ viewport: size, colorScheme: 'light' });
  const page = await context.newPage();
  const frames = [...lines].map(
    ([name, { url }]) => `<iframe title="${name}" src="${url}/lists/${listId}"></iframe>`,
  );
  await page.setContent(`<!doctype html>
    <style>
      body { display: flex; gap: 2px; height: 100vh; margin: 0; background: #b5b5b5; }
      iframe { flex: 1; border: 0; }
    </style>
    ${frames.join('')}`);
  const both = [...lines.keys()].map((name) => page.frameLocator(`iframe[title=${name}]`));
  for (const frame of both) await frame.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  return { page, both };
}

/** With no caret, and no mouse, in either. */
async function take({ page, both }: Opened, { out }: Stage, name: string): Promise<void> {
  for (const frame of both) {
    await frame
      .locator(':root')
      .evaluate((element) => element.ownerDocument.querySelector<HTMLElement>(':focus')?.blur());
  }
  await page.mouse.move(0, 0);
  await page.screenshot({ path: path.join(out, name), animations: 'disabled', caret: 'hide' });
}

async function makeList(
  db: Db,
  todos: readonly { text: string; done?: boolean; due?: string }[],
): Promise<string> {
  const listId = randomUUID();
  await db
    .collection<{ _id: string; name: string; createdAt: Date }>('lists')
    .insertOne({ _id: listId, name: 'Workshop', createdAt: new Date() });
  const before_ms = Date.now() - 10_000;
  await db
    .collection<Todo>('todos')
    .insertMany(
      todos.map((todo, n) =>
        sampleTodo({ ...todo, _id: randomUUID(), listId, createdAt: new Date(before_ms + n) }),
      ),
    );
  return listId;
}

async function offline(stage: Stage): Promise<void> {
  const listId = await makeList(stage.db, [
    { text: 'Open this list in both apps', done: true },
    { text: 'Pull the network' },
  ]);
  const opened = await openBoth(stage, listId);
  for (const line of stage.lines.values()) line.cut();
  for (const frame of opened.both) {
    await frame.getByTestId('connection').filter({ hasText: 'offline' }).waitFor();
    await frame.locator('.new-todo').fill('Typed while offline');
    await frame.locator('.new-todo').press('Enter');
    await frame.locator('.todo-list li.pending').filter({ hasText: 'Typed while offline' }).waitFor();
  }
  await take(opened, stage, 'offline.png');
}

async function dueDate(stage: Stage): Promise<void> {
  const listId = await makeList(stage.db, [
    { text: 'Agree on the contract', done: true, due: '2026-11-27' },
    { text: 'Add a due date to both', due: '2026-12-01' },
    { text: 'Compare the changes' },
  ]);
  const opened = await openBoth(stage, listId);
  const [left, right] = opened.both;
  // Set in one, seen in the other.
  await left?.locator('.due').nth(2).fill('2026-12-04');
  await right?.locator('.todo-list').evaluate(
    (list) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (list.querySelectorAll<HTMLInputElement>('.due')[2]?.value === '2026-12-04') resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await take(opened, stage, 'due-date.png');
}

const command = {
  name: 'pictures',
  typed: 'npm run pictures -w @meteor-vs-mean/workshop',
  about: "Takes the guide's pictures anew, from both apps in a real browser. Needs Meteor and a Chromium.",
  options: {
    out: value('<folder>', 'where they go', nonEmpty, path.join(root, 'apps/workshop/pictures')),
  },
};

await runCommand(command, async ({ values }) => {
  await mkdir(values.out, { recursive: true });
  await using open = new AsyncDisposableStack();
  const mongo = await startMongo();
  open.defer(() => mongo.stop());
  const client = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  open.defer(() => client.close());
  const lines = new Map<string, Relay>();
  for (const stack of apps) {
    const found = await stack.find();
    if (!found.found)
      throw new Error(`Pictures need both apps, and ${stack.title} isn't here: ${found.reason}`);
    const build = await stack.build({ log: (line) => console.error(line) });
    const app = await build.start({ port: 0, mongo, database });
    open.defer(() => app.stop());
    const line = open.use(await openRelay({ host, port: app.port }));
    lines.set(stack.name, line);
  }
  const { browser } = await openBrowser();
  open.defer(() => browser.close());
  const stage = { browser, lines, db: client.db(), out: values.out };
  const methods = await readFile(path.join(root, 'packages/contract/src/methods.ts'), 'utf8');
  await (methods.includes('todos.setDue') ? dueDate : offline)(stage);
  console.log(`-> ${values.out}`);
  return exit.done;
});
