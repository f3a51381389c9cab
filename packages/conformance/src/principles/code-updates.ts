import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../browser/eventually.ts';
import { pageFeature } from '../browser/page-feature.ts';
import type { Stage } from '../browser/stage.ts';
import { listIdOf } from '../browser/todo-page.ts';
import { waitFor } from '../browser/wait-for.ts';
import { nextBuild, runsNext } from './next-build.ts';

/** How long a page with a typed password is observed: the server reports a new build when it reconnects. */
const watched_ms = 3000;

const typed = 'half a thou';

export const codeUpdates = pageFeature('principle 6: push code updates', (add) => {
  // One case, because a deployment takes seconds.
  add('a new build reaches an open page, which keeps unsent text and can open other pages', async (stage) => {
    const { subject } = stage;
    const { port } = subject.app;
    const page = await openList(stage);
    await page.locator('.new-todo').pressSequentially(typed);
    const password = await typePassword(stage);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'next-build-'));
    try {
      const next = await nextBuild(subject.build, folder.path);
      // Like an operator.
      await subject.app.stop();
      await subject.start(port, next);
      await expectUpdated(stage, page);
      await expectWaited(password);
    } finally {
      await subject.app.stop();
      await subject.start(port);
    }
  });
});

/** Not by `stage.open`, which reports errors: a page whose files are gone may log some. */
async function openList(stage: Stage): Promise<Page> {
  const listId = await stage.list('Groceries', 'before');
  const page = await (await stage.profile()).newPage();
  await page.goto(`${stage.subject.app.url}/lists/${listId}`);
  await page.getByText('before', { exact: true }).waitFor();
  return page;
}

/** Types it on a page of its own. @returns the field */
async function typePassword(stage: Stage): Promise<Locator> {
  const page = await (await stage.profile()).newPage();
  await page.goto(`${stage.subject.app.url}/login`);
  const field = page.getByTestId('password');
  await field.pressSequentially(typed);
  return field;
}

async function expectUpdated(stage: Stage, page: Page): Promise<void> {
  const fresh = await (await stage.profile()).newPage();
  await fresh.goto(page.url());
  await expectNext(fresh, 'a page that is opened now');

  await stage.add(await listIdOf(page), 'after');
  await expectNext(page, 'the open page');
  const labels = () => page.locator('.todo-list label').allTextContents();
  await eventually(labels, 'todos of the open page').toEqual(['before', 'after']);
  await eventually(() => page.locator('.new-todo').inputValue(), 'the text').toBe(typed);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByTestId('lists').waitFor();
}

/** A password isn't stored anywhere, so a page with a password field is not reloaded. */
async function expectWaited(password: Locator): Promise<void> {
  const page = password.page();
  await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  expect(await waitFor(() => runsNext(page), watched_ms), 'the new code waits').toBe(false);
  expect(await password.inputValue()).toBe(typed);
}

async function expectNext(page: Page, what: string): Promise<void> {
  await eventually(() => runsNext(page), `${what} runs the new code`).toBe(true);
}
