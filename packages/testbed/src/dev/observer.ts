import { connect, PubSubError, type Subscription, type Transport } from '@meteor-vs-mean/pubsub-client';
import type { StackName } from '../stacks/index.ts';
import { type Sighting, sightingOf } from './sighting.ts';

/** An app that runs, and how its browsers talk to it. */
export interface WatchedApp {
  name: StackName;
  /** For people: 'Meteor'. */
  title: string;
  url: string;
  transport: Transport;
}

/** Where changes are seen: a list's todos, or a room's messages. */
export interface Place {
  kind: 'lists' | 'rooms';
  id: string;
}

/** A list or a room, as the page offers it to be opened in both apps. */
export interface NamedPlace extends Place {
  name: string;
  /** Tells those of one name apart. */
  createdAt?: Date | undefined;
}

/** A subscriber of one app, as its browsers are. */
export interface Observer {
  readonly app: WatchedApp;
  /** Resolves when the changes of this place are seen too. */
  follow(place: Place): Promise<void>;
  unfollow(place: Place): Promise<void>;
  /** Calls back whenever the app is there again: what was followed before is, and what was refused meanwhile isn't. */
  onReconnect(listener: () => void): void;
  /** @throws PubSubError (as a rejection) with the server's code */
  call(method: string, input: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param onSighting gets the changes that come after each snapshot, with process.hrtime.bigint() of when they came
 * @throws PubSubError (as a rejection) if the app can't be reached
 */
export async function observe(
  app: WatchedApp,
  onSighting: (sighting: Sighting, at_ns: bigint) => void,
): Promise<Observer> {
  const client = await connect({
    url: app.url,
    transport: app.transport,
    subscribeEvent: 'subscribe',
    unsubscribeEvent: 'unsubscribe',
    answer: 'result',
    reconnect: true,
  });
  const subscriptions = new Map<string, Promise<Subscription>>();
  /** Ids of places whose snapshot has come: on DDP a snapshot is `added` changes, too. */
  const complete = new Set<string>();
  let isWhole = false;
  client.onDisconnect(() => {
    isWhole = false; // it restarts, as it does when its sources are changed: snapshots follow
  });
  client.onReconnect(() => {
    isWhole = true;
  });
  client.onChange((change, at_ns) => {
    const sighting = isWhole ? sightingOf(change) : undefined;
    if (!sighting) return;
    const place = sighting.fields.listId ?? sighting.fields.roomId;
    if (typeof place === 'string' && !complete.has(place)) return;
    onSighting(sighting, at_ns);
  });
  try {
    await client.subscribe('lists.all', {});
    await client.subscribe('rooms.all', {});
  } catch (error) {
    await client.close();
    throw error;
  }
  isWhole = true;

  async function follow({ kind, id }: Place): Promise<void> {
    let made = subscriptions.get(id);
    if (!made) {
      made =
        kind === 'lists'
          ? client.subscribe('todos.byList', { listId: id })
          : client.subscribe('messages.byRoom', { roomId: id, limit: 50 });
      subscriptions.set(id, made);
      made.catch(() => subscriptions.delete(id));
    }
    await made;
    complete.add(id);
  }
  async function unfollow({ id }: Place): Promise<void> {
    const made = subscriptions.get(id);
    subscriptions.delete(id);
    complete.delete(id);
    await (await made)?.stop();
  }
  async function call(method: string, input: Record<string, unknown>): Promise<void> {
    await client.call(method, input);
  }
  const onReconnect = (listener: () => void): void => void client.onReconnect(listener);
  return { app, follow, unfollow, onReconnect, call, stop: () => client.close() };
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof PubSubError && error.code === code;
}
