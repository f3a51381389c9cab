/**
 * `npm run picture`: takes the README's picture, the same list in both apps side by side. A todo is added in one app
 * and another ticked in the other; the picture is taken when both show both.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { FrameLocator } from 'playwright-core';
import { root } from '../src/sources.ts';
import { runCommand } from './command.ts';
import { type RunningApps, startApps } from './running-apps.ts';

const standard = 'docs/side-by-side.png';
const help = `npm run picture [-- options]

Takes the picture of the same list in both apps, side by side. Needs Meteor and a Chromium.

  --out <file>    a PNG, written over; default: ${standard}
  --install       run Meteor's own installer without asking, if Meteor is missing
  --no-install    don't ask for it
  --help`;

const size = { width: 1600, height: 720 };
const listId = 'workshop';
/** In the order of the list. The last one is typed into one app, the second ticked in the other. */
const todos = [
  { text: 'Open this list in both apps', done: true },
  { text: 'Tick a todo in one of them', done: false },
  { text: 'See it ticked in the other', done: false },
  { text: 'Ask how long that took', done: false },
];
const typed = 'Add one here: it is one database';

async function take(
  { out, install }: { out: string; install: boolean | undefined },
  running: AsyncDisposableStack,
): Promise<void> {
  const { apps, browser, db, notRun } = await startApps({
    ...{ install, running },
    log: (line) => console.error(line),
  });
  const [missing] = Object.keys(notRun);
  if (missing) throw new Error(`The picture needs both apps, and ${missing} isn't here.`);
  await makeList(db);

  const context = await browser.newContext({ viewport: size, colorScheme: 'light' });
  const page = await context.newPage();
  const frames = [...apps].map(([name, { url }]) => `<iframe title="${name}" src="${url}/lists/${listId}">`);
  await page.setContent(`<!doctype html>
    <style>
      body { display: flex; gap: 2px; height: 100vh; margin: 0; background: #b5b5b5; }
      iframe { flex: 1; border: 0; }
    </style>
    ${frames.join('</iframe>')}</iframe>`);
  const [left, right] = [...apps.keys()].map((name) => page.frameLocator(`iframe[title=${name}]`)) as [
    FrameLocator,
    FrameLocator,
  ];
  await right.locator('.todo-list li').nth(1).locator('.toggle').click();
  await left.locator('.new-todo').fill(typed);
  await left.locator('.new-todo').press('Enter');
  for (const frame of [left, right]) {
    await frame.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
    await frame.locator('.todo-list li.completed').nth(1).waitFor();
    await frame.locator('.todo-list li:not(.pending)').filter({ hasText: typed }).waitFor();
    await frame.locator(':root').evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }
  await page.mouse.move(0, 0);
  await mkdir(dirname(out), { recursive: true });
  await page.screenshot({ path: out, animations: 'disabled', caret: 'hide' });
  console.log(`-> ${out}`);
}

async function makeList(db: RunningApps['db']): Promise<void> {
  const collection = (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name);
  const now_ms = Date.now();
  const createdAt = new Date(now_ms);
  await collection('lists').insertOne({ _id: listId, name: 'Workshop', createdAt });
  await collection('todos').insertMany(
    todos.map((todo, n) => ({
      ...{ _id: `${listId}-${n}`, listId, ...todo },
      createdAt: new Date(now_ms - 10_000 + n),
    })),
  );
}

function optionsFrom(args: string[]) {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      out: { type: 'string', default: join(root, standard) },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  return values.help ? undefined : { out: resolve(values.out), install: values.install };
}

await runCommand('picture', { help, options: async (args) => optionsFrom(args), run: take });
