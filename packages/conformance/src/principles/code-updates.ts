import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { comesAbout } from '../browser/comes-about.ts';
import type { Stage } from '../browser/stage.ts';
import { listIdOf } from '../browser/todo-page.ts';
import { type Answer, principle } from './principle.ts';

/** What the next build has and this one hasn't. */
const line = 'globalThis.isNextBuild = true;';

/**
 * How long the new code is waited for once the page is online again and shows what was written meanwhile: whatever
 * the server tells a page that comes back, it has told by then.
 */
const patience_ms = 3000;

const typed = 'half a thou';

export const codeUpdates = principle(6, 'Push code updates', (add) => {
  add('a new build reaches an open page', {}, async (stage) => (await seenBy(stage)).reaches);

  add(
    'a new build reaches an open page, and what is typed there stays',
    {},
    async (stage) => (await seenBy(stage)).keeps,
  );

  add(
    'after a new build, a page that was open goes on to other pages',
    {},
    async (stage) => (await seenBy(stage)).goesOn,
  );
});

interface Seen {
  reaches: Answer;
  keeps: Answer;
  goesOn: Answer;
}

/** One deployment answers all three: it is what takes time. */
const seen = new WeakMap<Stage, Promise<Seen>>();

function seenBy(stage: Stage): Promise<Seen> {
  const already = seen.get(stage);
  if (already) return already;
  const answers = deploy(stage);
  seen.set(stage, answers);
  return answers;
}

/** Replaces the app by its next build while a list's page is open, as an operator does: stops one, starts the other. */
async function deploy(stage: Stage): Promise<Seen> {
  const { subject } = stage;
  const { port } = subject.app;
  const page = await openList(stage);
  await page.locator('.new-todo').pressSequentially(typed);
  const password = await typePassword(stage);
  const folder = await mkdtemp(join(tmpdir(), 'next-build-'));
  try {
    const next = await subject.build.next(line, folder);
    await subject.app.stop();
    await subject.start(port, next);
    const answers = await look(stage, page);
    await expectWaited(password);
    return answers;
  } finally {
    await subject.app.stop();
    await subject.start(port);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Apart from `stage.open`: errors of a page whose files are gone are a part of the answer. */
async function openList(stage: Stage): Promise<Page> {
  const listId = await stage.list('Groceries', 'before');
  const page = await (await stage.profile()).newPage();
  await page.goto(`${stage.subject.app.url}/lists/${listId}`);
  await page.getByText('before', { exact: true }).waitFor();
  return page;
}

/** On a page of its own. @returns the field */
async function typePassword(stage: Stage): Promise<Locator> {
  const page = await (await stage.profile()).newPage();
  await page.goto(`${stage.subject.app.url}/login`);
  const field = page.getByTestId('password');
  await field.pressSequentially(typed);
  return field;
}

/** A password is kept nowhere: the new code comes to its page when there is none to lose. */
async function expectWaited(password: Locator): Promise<void> {
  const page = password.page();
  await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  expect(await comesAbout(() => runsNext(page), patience_ms), 'the new code waits').toBe(false);
  expect(await password.inputValue()).toBe(typed);
  await password.fill('');
  expect(await comesAbout(() => runsNext(page)), 'the new code comes when the password is gone').toBe(true);
}

async function look(stage: Stage, page: Page): Promise<Seen> {
  const fresh = await (await stage.profile()).newPage();
  await fresh.goto(page.url());
  expect(await comesAbout(() => runsNext(fresh)), 'a page that is opened now runs the new code').toBe(true);

  await stage.add(await listIdOf(page), 'after');
  const texts = () => page.locator('.todo-list label').allTextContents();
  const isBack = async () => (await texts()).includes('after');
  expect(await comesAbout(isBack), 'the open page comes back by itself').toBe(true);

  const isNew = await comesAbout(() => runsNext(page), patience_ms);
  if (isNew) expect(await comesAbout(isBack), 'the page is there again').toBe(true);
  const field = page.locator('.new-todo');
  const isKept = await comesAbout(async () => (await field.inputValue()) === typed, isNew ? 1000 : 0);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const home = page.getByTestId('lists');
  const isHome = await comesAbout(async () => (await home.count()) === 1, patience_ms);
  const code = isNew ? 'the page runs the new code' : 'the page is online again, and runs the old code';
  return {
    reaches: { holds: isNew, seen: code },
    keeps: { holds: isNew && isKept, seen: `the text is ${isKept ? 'there' : 'gone'}; ${code}` },
    goesOn: { holds: isHome, seen: isHome ? 'a click on Home leads there' : 'a click on Home does nothing' },
  };
}

function runsNext(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isNextBuild' in globalThis);
}
