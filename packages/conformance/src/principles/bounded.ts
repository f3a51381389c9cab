import { expect } from 'vitest';
import { eventually } from '../browser/eventually.ts';
import { pageFeature } from '../browser/page-feature.ts';
import type { Stage } from '../browser/stage.ts';
import { trafficOf } from '../browser/traffic.ts';

const foreignWrites = 100;

/** How many messages a page subscribes to. */
const messageWindow = 50;

/** Socket.io's answers to the page's own requests, which no write causes. */
const answer = /^43\d+\[/;

export const bounded = pageFeature('principle 4: control the data exchange with the server', (add) => {
  add("writes to other lists send nothing to a list's page", async (stage) => {
    const other = await stage.list('Other');
    const context = await stage.profile();
    const { received } = trafficOf(context);
    const todos = await stage.todos(await stage.list('Groceries', 'milk'), { context });
    await todos.holds('milk');
    // The page may have shown its todo before its subscription was ready.
    await stage.add(todos.listId, 'first');
    await todos.holds('milk', 'first');
    received.length = 0;
    for (let n = 0; n < foreignWrites; n += 1) await stage.add(other, `todo ${n}`);
    await stage.subject.collection('todos').updateMany({ listId: other }, { $set: { done: true } });
    // Written after them, so its change arrives after theirs.
    const own = await stage.add(todos.listId, 'own');
    await todos.holds('milk', 'first', 'own');
    expect(received.filter((frame) => !frame.includes(own) && !answer.test(frame))).toEqual([]);
  });

  add("a room's page gets a window of its messages, however many there are", async (stage) => {
    expect(await messagesSent(stage, 60)).toBe(messageWindow);
    expect(await messagesSent(stage, 600)).toBe(messageWindow);
  });
});

/** How many messages the page of a room with this many receives, in the page or after it. */
async function messagesSent(stage: Stage, stored: number): Promise<number> {
  const roomId = await stage.roomOf(stored);
  const context = await stage.profile();
  const { received } = trafficOf(context);
  const pages: Promise<string>[] = [];
  context.on('response', (response) => {
    if (response.request().isNavigationRequest()) pages.push(response.text());
  });
  const { message } = await stage.room(roomId, { context });
  // The newest is the last in the list; the rest of the snapshot has arrived when it is shown.
  await eventually(() => message.count()).toBeGreaterThanOrEqual(messageWindow);
  const texts = [...(await Promise.all(pages)), ...received];
  return new Set(texts.flatMap((text) => text.match(new RegExp(`${roomId}-\\d+`, 'g')) ?? [])).size;
}
