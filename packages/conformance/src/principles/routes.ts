import type { Page } from 'playwright-core';
import { ask } from '../accounts/http-request.ts';
import { comesAbout } from '../browser/comes-about.ts';
import type { RoomPage } from '../browser/room-page.ts';
import type { Stage } from '../browser/stage.ts';
import { principle } from './principle.ts';

/** How long a place is waited for: it comes back with what is at it, or not at all. */
const patience_ms = 2000;

export const routes = principle(5, "Don't break history, enhance it", (add) => {
  add('reload, back and forward keep the page and its filter', {}, async (stage) => {
    const listId = await stage.list('Groceries', 'open', 'ticked');
    await stage.subject.collection('todos').updateOne({ _id: `${listId}-1` }, { $set: { done: true } });
    const page = await stage.open('/');
    const rows = () => page.locator('.todo-list label').allTextContents();
    const wrong: string[] = [];
    const expectAt = async (step: string, address: string, ...texts: string[]) => {
      const isThere = async () => {
        const { pathname, hash } = new URL(page.url());
        return `${pathname}${hash}` === address && (await rows()).join() === texts.join();
      };
      if (!(await comesAbout(isThere))) wrong.push(step);
    };
    const [list, active] = [`/lists/${listId}`, `/lists/${listId}#/active`];
    await page.getByRole('link', { name: 'Groceries' }).click();
    await expectAt('a link', list, 'open', 'ticked');
    await page.locator('.filters a', { hasText: 'Active' }).click();
    await expectAt('a filter', active, 'open');
    await page.reload();
    await expectAt('a reload', active, 'open');
    await page.goBack();
    await expectAt('back', list, 'open', 'ticked');
    await page.goBack();
    await expectAt('back to the start', '/');
    await page.goForward();
    await expectAt('forward', list, 'open', 'ticked');
    const seen = 'a link, a filter, a reload, twice back, forward';
    return { holds: wrong.length === 0, seen: wrong.length === 0 ? seen : `wrong: ${wrong.join(', ')}` };
  });

  add('back finds the list of lists scrolled to where it was left', {}, async (stage) => {
    for (let n = 0; n < 60; n += 1) await stage.list(`List ${n}`);
    const page = await stage.open('/');
    const links = page.getByTestId('lists').locator('a');
    await comesAbout(async () => (await links.count()) === 60);
    await links.nth(40).scrollIntoViewIfNeeded();
    const top = () => page.getByTestId('lists').evaluate((box) => box.scrollTop);
    const before_px = await top();
    await links.nth(40).click();
    await page.locator('.new-todo').waitFor();
    await page.goBack();
    await comesAbout(async () => (await links.count()) === 60);
    const isBack = await comesAbout(async () => Math.abs((await top()) - before_px) < 5, patience_ms);
    return { holds: isBack, seen: `left at ${before_px} px, found at ${await top()} px` };
  });

  add('a reload finds a long list of todos scrolled to where it was', {}, async (stage) => {
    const texts = Array.from({ length: 100 }, (_, n) => `todo ${n}`);
    const { page, items } = await stage.todos(await stage.list('Long', ...texts));
    await comesAbout(async () => (await items.count()) === texts.length);
    await items.nth(70).scrollIntoViewIfNeeded();
    const before_px = await scrollOf(page);
    await page.reload();
    await comesAbout(async () => (await items.count()) === texts.length);
    const isBack = await comesAbout(
      async () => Math.abs((await scrollOf(page)) - before_px) < 5,
      patience_ms,
    );
    return {
      holds: isBack && before_px > 0,
      seen: `left at ${before_px} px, found at ${await scrollOf(page)} px`,
    };
  });

  add('back finds a room scrolled to where it was left', {}, async (stage) => {
    const room = await readRoom(stage);
    const { page, messages, message } = room;
    await room.isAtBottom();
    await messages.evaluate((box) => {
      box.scrollTop = 600;
    });
    const first = () => firstInView(page);
    const before = await first();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByTestId('lists').waitFor();
    await page.goBack();
    await comesAbout(async () => (await message.count()) >= 50);
    const isBack = await comesAbout(async () => (await first()) === before, patience_ms);
    return { holds: isBack, seen: `left at "${before}", found at "${await first()}"` };
  });

  add("an address that is written in another way leads to the page's own", {}, async (stage) => {
    const wrong: string[] = [];
    for (const [asked, meant] of [
      ['/LISTS/Abc', '/lists/Abc'],
      ['/lists/Abc/', '/lists/Abc'],
      ['/lists//Abc?from=mail', '/lists/Abc?from=mail'],
      ['/Login/', '/login'],
      ['//evil.example', '/evil.example'],
      ['//evil.example/', '/evil.example'],
    ] as const) {
      const { status, location } = await answerTo(stage, asked);
      if (status !== 308 || location !== meant) wrong.push(`${asked}: ${status} ${location ?? ''}`.trim());
    }
    // Browsers take a backslash for a slash.
    const { location } = await answerTo(stage, '/\\evil.example/');
    if (location !== undefined && !/^\/(?![/\\])/.test(location))
      wrong.push(`a backslash leads to ${location}`);
    return { holds: wrong.length === 0, seen: wrong.length === 0 ? 'all of 7' : wrong.join('; ') };
  });

  add('a page, a list or a room that is not there is answered with 404', {}, async (stage) => {
    const statuses: string[] = [];
    for (const path of ['/nothing', '/lists/nobody', '/rooms/nobody', '/nothing/here.html']) {
      statuses.push(`${path} ${(await answerTo(stage, path)).status}`);
    }
    const known = `/lists/${await stage.list()}`;
    const { status } = await answerTo(stage, known);
    return {
      holds: statuses.every((each) => each.endsWith(' 404')) && status === 200,
      seen: [...statuses, `one that is there ${status}`].join(', '),
    };
  });
});

function scrollOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

/** What a server answers to a path that is sent as it is written here: a URL would write it anew. */
async function answerTo(stage: Stage, path: string) {
  const { status, headers } = await ask(stage.subject.app.url, { path, headers: { accept: 'text/html' } });
  return { status, location: headers.location };
}

async function readRoom(stage: Stage): Promise<RoomPage> {
  const room = await stage.room(await stage.roomOf(60));
  await comesAbout(async () => (await room.message.count()) >= 50);
  return room;
}

/** The text of the first message that is in view. */
function firstInView(page: Page): Promise<string> {
  return page.getByTestId('messages').evaluate((box) => {
    const edge = box.getBoundingClientRect().top;
    const row = [...box.children].find((child) => child.getBoundingClientRect().bottom > edge);
    return row?.querySelector('.text')?.textContent ?? '';
  });
}
