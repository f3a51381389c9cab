import type { Change } from '@meteor-vs-mean/pubsub-client';

/** What a person does in the apps, and what the page tells of. Presence isn't: it beats all the time. */
export const collections = ['lists', 'todos', 'rooms', 'messages'] as const;
export type WatchedCollection = (typeof collections)[number];

const events = ['added', 'changed', 'removed'] as const;

/** One change of one document, told in the same way by both transports and by MongoDB. */
export interface Sighting {
  collection: WatchedCollection;
  id: string;
  event: (typeof events)[number];
  /** As on the wire: dates as `{$date}`. */
  fields: Record<string, unknown>;
  /** Names of the fields that are gone. */
  cleared: string[];
}

/** @returns undefined for what the page doesn't tell of */
export function sightingOf(change: Change): Sighting | undefined {
  // Such as DDP's `nosub`, which isn't about a document.
  if (!events.some((name) => name === change.event)) return undefined;
  return change.collection === undefined ? fromSocketIo(change) : fromDdp(change);
}

function fromDdp({ event, collection, args }: Change): Sighting | undefined {
  const {
    id,
    fields = {},
    cleared = [],
  } = args[0] as {
    id: string;
    fields?: Record<string, unknown>;
    cleared?: string[];
  };
  // Meteor puts a `-` before an _id that it could mistake for an ObjectID.
  return sighting(event, collection, id?.startsWith('-') ? id.slice(1) : id, fields, cleared);
}

function fromSocketIo({ event, args }: Change): Sighting | undefined {
  const [channel, subject, fields = {}, cleared = []] = args as [
    string,
    string | { _id: string },
    Record<string, unknown>?,
    string[]?,
  ];
  const collection = String(channel).split('.')[0];
  if (typeof subject === 'string') return sighting(event, collection, subject, fields, cleared);
  const { _id, ...rest } = subject;
  return sighting(event, collection, _id, rest, cleared);
}

function sighting(
  event: string,
  collection: string | undefined,
  id: string,
  fields: Record<string, unknown>,
  cleared: string[],
): Sighting | undefined {
  const known = collections.find((name) => name === collection);
  if (!known) return undefined;
  // Nobody removes a message: it left the window of its publication, because of another one that is told of.
  if (known === 'messages' && event === 'removed') return undefined;
  return { collection: known, id, event: event as Sighting['event'], fields, cleared };
}

/** The same for the same change, wherever it was seen. */
export function keyOf({ collection, id, event, fields, cleared }: Sighting): string {
  const detail = event === 'changed' ? [Object.entries(fields).sort(byName), cleared.toSorted()] : [];
  return JSON.stringify([collection, id, event, ...detail]);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

const nouns: Record<WatchedCollection, string> = {
  lists: 'List',
  todos: 'Todo',
  rooms: 'Room',
  messages: 'Message',
};

/** For people: `Todo added: Buy milk`. */
export function describe({ collection, event, fields }: Sighting): string {
  const noun = nouns[collection];
  if (event === 'removed') return `${noun} removed`;
  const text = fields.text ?? fields.name;
  if (typeof text === 'string')
    return `${noun} ${event}: ${text.length > 60 ? `${text.slice(0, 59)}…` : text}`;
  if (event === 'changed' && typeof fields.done === 'boolean') {
    return `${noun} marked as ${fields.done ? 'done' : 'not done'}`;
  }
  return `${noun} ${event}`;
}
