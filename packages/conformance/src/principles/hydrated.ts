import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../browser/eventually.ts';
import { pageFeature } from '../browser/page-feature.ts';
import type { Stage } from '../browser/stage.ts';
import { trafficOf } from '../browser/traffic.ts';

const texts = ['buy some cheese', 'feed the cat', 'book an appointment'];

export const hydrated = pageFeature('principle 1: scripts take over a page', (add) => {
  add("the server's rows stay, and their data arrive once, but on Meteor twice", async (stage) => {
    const listId = await stage.list('Groceries', ...texts);
    const roomId = await stage.emptyRoom();
    for (const text of texts) await stage.say(roomId, text);
    const list = await takenOver(stage, `/lists/${listId}`, 'todos.byList', '.todo-list li', (text) =>
      stage.add(listId, text),
    );
    const room = await takenOver(stage, `/rooms/${roomId}`, 'messages.byRoom', 'article.message', (text) =>
      stage.say(roomId, text),
    );
    // A subscription of Meteor sends all of its documents: only Meteor's internals could know what the page contained.
    const again = stage.subject.environment.stack === 'meteor' ? texts.length : 0;
    const expected = { inHtml: texts.length, stayed: texts.length, again };
    expect({ list, room }).toEqual({ list: expected, room: expected });
  });

  add('hydration logs nothing to the console', async (stage) => {
    const listId = await stage.list('Groceries', ...texts);
    const roomId = await stage.emptyRoom();
    await stage.say(roomId, 'hello');
    const complaints: string[][] = [];
    for (const path of ['/', `/lists/${listId}`, `/rooms/${roomId}`]) {
      const page = await (await stage.profile({ workers: true })).newPage();
      complaints.push(complaintsOf(page));
      await page.goto(`${stage.subject.app.url}${path}`);
      await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
    }
    expect(complaints.flat()).toEqual([]);
  });
});

interface TakenOver {
  /** How many of the texts are in the HTML, ... */
  inHtml: number;
  /** ... how many rows are still the server's, once the page is live, ... */
  stayed: number;
  /** ... and how often a text arrived again. */
  again: number;
}

/** Opens a page and waits until it shows a change from the server. */
async function takenOver(
  stage: Stage,
  path: string,
  publication: string,
  rows: string,
  write: (text: string) => Promise<unknown>,
): Promise<TakenOver> {
  const context = await stage.profile();
  const { received } = trafficOf(context);
  const isAnswered = subscriptionOf(context, publication);
  const page = await context.newPage();
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (type === 'fetch' || type === 'xhr') bodies.push(response.text().catch(() => ''));
  });
  await markRows(page, rows);
  const response = await page.goto(`${stage.subject.app.url}${path}`);
  const html = (await response?.text()) ?? '';
  await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  // An earlier write could be in the page already.
  await eventually(isAnswered, 'the subscription').toBe(true);
  await write('something new');
  await eventually(() => page.locator(rows).count()).toBe(texts.length + 1);
  const stayed = await stayedOf(page, rows);
  const after = [...received, ...(await Promise.all(bodies))].join('\n');
  return {
    inHtml: texts.filter((text) => html.includes(text)).length,
    stayed,
    again: texts.reduce((sum, text) => sum + after.split(text).length - 1, 0),
  };
}

/** @returns whether the server has answered a page's subscription */
function subscriptionOf(context: BrowserContext, publication: string): () => boolean {
  const asked = new Set<string>();
  let isAnswered = false;
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        const text = payload.toString();
        // Socket.io numbers requests, DDP names them.
        const [, number, id] = /^42(\d+)|\\?"id\\?":\\?"(\w+)/.exec(text) ?? [];
        const name = number ? `43${number}[` : id;
        if (name && text.includes(publication)) asked.add(name);
      });
      socket.on('framereceived', ({ payload }) => {
        const text = payload.toString();
        for (const name of asked) {
          isAnswered ||= text.startsWith(name) || (text.includes('ready') && text.includes(name));
        }
      });
    });
  });
  return () => isAnswered;
}

/** Marks the server's rows: after the HTML is parsed, and before any module runs. */
function markRows(page: Page, rows: string): Promise<unknown> {
  return page.addInitScript((selector) => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      for (const row of document.querySelectorAll(selector)) Object.assign(row, { isServers: true });
    });
  }, rows);
}

/** How many marked rows remain. */
function stayedOf(page: Page, rows: string): Promise<number> {
  return page
    .locator(rows)
    .evaluateAll((all) => all.filter((row) => 'isServers' in row && row.isConnected).length);
}

/** Grows as they arrive. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  return complaints;
}
