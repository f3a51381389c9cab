import { randomUUID } from 'node:crypto';
import type { Crossings } from './crossings.ts';
import { hasCode, type Observer } from './observer.ts';
import type { Places } from './places.ts';

/** Where the page's own writes go while no list is open. */
const list = { kind: 'lists', id: 'side-by-side', name: 'Side by side' } as const;

/**
 * Adds a todo through one app, as its browsers do, and times it from before it is sent.
 *
 * @param open id of the list that is open on the page; undefined: some other page is, and the list is ours
 * @returns the path of the page that shows it, in every app
 * @throws PubSubError (as a rejection) with the server's code
 */
export async function writeThrough(
  { app, call }: Observer,
  places: Places,
  crossings: Crossings,
  open: string | undefined,
): Promise<string> {
  const listId = open ?? list.id;
  if (open === undefined) {
    await call('lists.insert', { _id: list.id, name: list.name }).catch((error) => {
      if (!hasCode(error, 'duplicate-id')) throw error;
    });
    await places.add(list);
  } else {
    await places.visit({ kind: 'lists', id: open });
  }
  const id = randomUUID();
  const text = `Written through ${app.title} at ${new Date().toTimeString().slice(0, 8)}`;
  const todo = { collection: 'todos', id, event: 'added', fields: { text }, cleared: [] } as const;
  crossings.sent(app.name, { ...todo, cleared: [] }, process.hrtime.bigint());
  await call('todos.insert', { _id: id, listId, text });
  return `/lists/${listId}`;
}
