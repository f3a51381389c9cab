import { comesAbout } from '../browser/comes-about.ts';
import type { Stage } from '../browser/stage.ts';
import { bytesOf, trafficOf } from '../browser/traffic.ts';
import { principle } from './principle.ts';

const foreignWrites = 100;

/** So many messages a page subscribes to. */
const messageWindow = 50;

/** Socket.io's answers to what the page itself asks: no write brings them. */
const answer = /^43\d+\[/;

export const bounded = principle(4, 'Control the data exchange with the server', (add) => {
  add("writes to other lists bring nothing to a list's page", {}, async (stage) => {
    const other = await stage.list('Other');
    const context = await stage.profile();
    const { received } = trafficOf(context);
    const todos = await stage.todos(await stage.list('Groceries', 'milk'), { context });
    await todos.holds('milk');
    // The page may have shown its todo before it followed the list.
    await stage.add(todos.listId, 'first');
    await todos.holds('milk', 'first');
    received.length = 0;
    for (let n = 0; n < foreignWrites; n += 1) await stage.add(other, `todo ${n}`);
    await stage.subject.collection('todos').updateMany({ listId: other }, { $set: { done: true } });
    // Written after them, so that it comes after what they bring.
    const own = await stage.add(todos.listId, 'own');
    await todos.holds('milk', 'first', 'own');
    const foreign = received.filter((frame) => !frame.includes(own) && !answer.test(frame));
    return {
      holds: foreign.length === 0,
      seen: `${bytesOf(foreign)} bytes for ${foreignWrites * 2} writes to another list, ${bytesOf(received.filter((frame) => frame.includes(own)))} for one to its own`,
    };
  });

  add("a room's page gets a window of its messages, however many there are", {}, async (stage) => {
    const few = await opened(stage, 60);
    const many = await opened(stage, 600);
    const words = ({ messages, bytes, stored }: Opened) =>
      `${messages} of ${stored} messages (${(bytes / 1000).toFixed(1)} kB in all)`;
    return {
      holds: few.messages === messageWindow && many.messages === messageWindow,
      seen: `${words(few)}; ${words(many)}`,
    };
  });
});

interface Opened {
  stored: number;
  /** That came to the page. */
  messages: number;
  bytes: number;
}

/** What a page with a room of so many messages gets. */
async function opened(stage: Stage, stored: number): Promise<Opened> {
  const roomId = await stage.roomOf(stored);
  const context = await stage.profile();
  const { received } = trafficOf(context);
  const pages: Promise<string>[] = [];
  context.on('response', (response) => {
    if (response.request().isNavigationRequest()) pages.push(response.text());
  });
  const { message } = await stage.room(roomId, { context });
  // The newest is the last of the list; what else belongs to the snapshot has come when the page shows it.
  await comesAbout(async () => (await message.count()) >= messageWindow);
  // With the page itself, or after it.
  const came = [...(await Promise.all(pages)), ...received];
  const ids = came.flatMap((text) => text.match(new RegExp(`${roomId}-\\d+`, 'g')) ?? []);
  return { stored, messages: new Set(ids).size, bytes: bytesOf(came) };
}
