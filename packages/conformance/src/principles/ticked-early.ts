import { expect } from 'vitest';
import { pageFeature } from '../browser/page-feature.ts';
import type { Stage } from '../browser/stage.ts';
import { waitFor } from '../browser/wait-for.ts';

const texts = ['buy some cheese', 'feed the cat'];

export const tickedEarly = pageFeature("principle 1: a click before the page's data are there", (add) => {
  add("a todo ticked before the page's subscription stays ticked, or can’t be ticked yet", async (stage) => {
    for (const isConnected of [false, true]) {
      const seen = await states(stage, { isConnected });
      const when = isConnected ? 'before the data' : 'before the connection';
      expect([['ticked'], ['read-only']], when).toContainEqual(seen);
    }
  });
});

/**
 * Ticks a todo while nothing arrives from the server.
 * @param isConnected whether the connection is open, but without data
 * @returns the states that the page then shows, until another todo shows that its subscription is ready
 */
async function states(stage: Stage, { isConnected }: { isConnected: boolean }): Promise<string[]> {
  const listId = await stage.list('Groceries', ...texts);
  const page = await (await stage.profile()).newPage();
  const isTicked = Promise.withResolvers<void>();
  let isHeld = !isConnected;
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((message) => {
      isHeld ||= String(message).includes(texts[0] as string);
      if (isHeld) isTicked.promise.then(() => socket.send(message));
      else socket.send(message);
    });
  });
  await page.goto(`${stage.subject.app.url}/lists/${listId}`, { waitUntil: 'commit' });
  if (isConnected) await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  const rows = page.locator('.todo-list li');
  const toggle = rows.first().locator('.toggle');
  const isReplayed = stage.subject.environment.stack === 'mean';
  const isShown = await waitFor(async () => {
    // A click before the scripts run does nothing in React; Angular replays it later, so a second one would undo it.
    if (
      (await rows.count()) > 0 &&
      !(isReplayed && (await toggle.isChecked())) &&
      (await toggle.isEnabled())
    ) {
      await toggle.click();
    }
    return (await page.locator('.todo-list li.completed').count()) === 1;
  }, 5000);
  const isReadOnly = !isShown && ((await rows.count()) === 0 || (await toggle.isDisabled()));
  if (!isShown) return [isReadOnly ? 'read-only' : 'never ticked'];
  await page.evaluate(() => {
    const states: string[] = [];
    const look = () => {
      const row = document.querySelector('.todo-list li');
      const isTicked = row?.querySelector<HTMLInputElement>('.toggle')?.checked && row.matches('.completed');
      const state = isTicked ? 'ticked' : row ? 'not ticked' : 'gone';
      if (states.at(-1) !== state) states.push(state);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { states });
  });
  isTicked.resolve();
  await waitFor(async () => (await stage.stored(listId))[0]?.done === true);
  await stage.add(listId, 'later');
  await rows.filter({ hasText: 'later' }).waitFor();
  await waitFor(async () => (await page.locator('.todo-list .pending').count()) === 0);
  return page.evaluate(() => (globalThis as unknown as { states: string[] }).states);
}
