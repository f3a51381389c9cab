import type { Db } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../src/chromium/index.ts';
import { startSideBySide } from '../../src/dev/server.ts';
import { urlOf } from '../../src/mongo/index.ts';
import { freePort } from '../../src/process/index.ts';
import { stackNamed } from '../../src/stacks/index.ts';
import { openTestbed, type Testbed } from '../../src/testbed.ts';

const hasBrowser = (await findChromium()) !== undefined;
const patience = { timeout: 15_000, interval: 50 };

let testbed: Testbed;
let db: Db;
let page: Awaited<ReturnType<typeof startSideBySide>>;

/** MEAN twice: what the page does is the same whatever the apps are. */
beforeAll(async () => {
  if (!hasBrowser) return;
  testbed = await openTestbed();
  db = testbed.database();
  const build = await stackNamed('mean').build({ log: () => {} });
  const port = await freePort();
  const env = { FRAME_ANCESTORS: `http://127.0.0.1:${port}` };
  const apps = await Promise.all(['one', 'other'].map(() => testbed.start(build, { database: db, env })));
  const createdAt = new Date();
  await db.collection<{ _id: string; name: string; createdAt: Date }>('lists').insertMany([
    { _id: 'a', name: 'Groceries', createdAt },
    { _id: 'b', name: 'Groceries', createdAt: new Date(createdAt.getTime() - 60_000) },
    { _id: 'c', name: 'Tools', createdAt },
  ]);
  page = await startSideBySide({
    port,
    apps: apps.map(({ url }, n) => ({
      name: ['one', 'other'][n] as string,
      title: ['One', 'Other'][n] as string,
      url,
      transport: 'socketio' as const,
    })),
    missing: [],
    mongoUrl: urlOf(testbed.mongo, db.databaseName),
  });
}, 300_000);
afterAll(async () => {
  await page?.stop();
  await testbed?.close();
});

/** The page in a new profile, with what its console says against it. */
async function visit(viewport = { width: 1280, height: 900 }) {
  const context = await (await testbed.browser()).newContext({ viewport });
  const at = await context.newPage();
  const complaints: string[] = [];
  at.on('pageerror', (error) => complaints.push(error.message));
  at.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await at.goto(page.url);
  const [one, other] = [at.frameLocator('iframe[name=one]'), at.frameLocator('iframe[name=other]')];
  for (const frame of [one, other]) {
    await frame.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  }
  const paths = () =>
    Promise.all(
      ['one', 'other'].map(async (name) => {
        const url = new URL(at.frame({ name })?.url() ?? 'about:blank');
        return url.pathname + url.hash;
      }),
    );
  const named = () => at.locator('#place').inputValue();
  return { at, one, other, paths, named, complaints, close: () => context.close() };
}

test.skipIf(!hasBrowser)('either frame takes the other along, and the list names what is open', async () => {
  const { at, one, other, paths, named, complaints, close } = await visit();
  await one.getByRole('link', { name: 'Tools' }).click();
  await expect.poll(paths, patience).toEqual(['/lists/c', '/lists/c']);
  await expect.poll(named, patience).toBe('/lists/c');
  await one.locator('.new-todo').click();
  await at.keyboard.type('saw');
  await at.keyboard.press('Enter');
  await other.getByText('saw').waitFor();
  await other.locator('.filters a', { hasText: 'Active' }).click();
  await expect.poll(paths, patience).toEqual(['/lists/c#/active', '/lists/c#/active']);
  expect(await named()).toBe('/lists/c');
  await other.getByRole('link', { name: 'Log in' }).click();
  await expect.poll(paths, patience).toEqual(['/login', '/login']);
  await expect.poll(named, patience).toBe('/login');
  await at.locator('#place').selectOption('/lists/a');
  await expect.poll(paths, patience).toEqual(['/lists/a', '/lists/a']);
  await expect.poll(() => at.locator('#place option.other').count(), patience).toBe(0);
  expect(complaints.filter((each) => /autofocus|frame/i.test(each))).toEqual([]);
  await close();
});

test.skipIf(!hasBrowser)('a user who types in one frame keeps the focus there', async () => {
  const { at, one, other, paths, close } = await visit();
  await one.getByRole('link', { name: 'Tools' }).click();
  await expect.poll(paths, patience).toEqual(['/lists/c', '/lists/c']);
  await other.locator('.new-todo').waitFor();
  await other.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  await at.keyboard.type('hammer');
  expect(await one.locator('.new-todo').inputValue()).toBe('hammer');
  expect(await other.locator('.new-todo').inputValue()).toBe('');
  await close();
});

test.skipIf(!hasBrowser)('a todo is added to the list that is open', async () => {
  const { at, one, other, paths, close } = await visit();
  await at.locator('#place').selectOption('/lists/b');
  await expect.poll(paths, patience).toEqual(['/lists/b', '/lists/b']);
  await at.getByRole('button', { name: 'Other' }).click();
  for (const frame of [one, other]) await frame.getByText('Written through Other').waitFor();
  await at.locator('tbody tr', { hasText: 'sent through Other' }).waitFor();
  expect(await paths()).toEqual(['/lists/b', '/lists/b']);
  const todos = await db.collection('todos').find({ listId: 'b' }).toArray();
  expect(todos).toHaveLength(1);
  await close();
});

test.skipIf(!hasBrowser)('lists of one name can be told apart', async () => {
  const { at, close } = await visit();
  const labels = await at.locator('#place optgroup[label=Lists] option').allTextContents();
  expect(labels.filter((label) => /^Groceries \(made .+\)$/.test(label))).toHaveLength(2);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toContain('Tools');
  await close();
});

test.skipIf(!hasBrowser)('on a phone the foot of each frame can be reached', async () => {
  const { at, one, other, paths, close } = await visit({ width: 390, height: 800 });
  await at.locator('#place').selectOption('/lists/a');
  await expect.poll(paths, patience).toEqual(['/lists/a', '/lists/a']);
  for (const frame of [one, other]) {
    const last = frame.getByTestId('remove');
    await last.scrollIntoViewIfNeeded();
    await last.click({ trial: true });
  }
  for (const name of ['one', 'other']) {
    const box = await at.locator(`iframe[name=${name}]`).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390, name).toBe(true);
    expect(box?.height).toBeLessThanOrEqual(800);
  }
  await close();
});
