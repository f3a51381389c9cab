import { createHash } from 'node:crypto';
import path from 'node:path';
import type { List, Room, Todo } from '@meteor-vs-mean/contract';
import type { Db } from 'mongodb';
import type { ScenarioName } from './options.ts';

/** An experiment: its Artillery file, and what the bench must know of its documents. */
export interface Scenario {
  name: ScenarioName;
  /** The YAML file. */
  file: string;
  kind: 'deliveries' | 'memory';
  /** Where writes are stored, and the field that says in which list or room. */
  collection: string;
  parent: string;
  /** How many documents its publication shows; absent: all. */
  window?: number;
  /** How many subscribers follow one list; absent: all follow one. As in the file. */
  groupSize?: number;
  /** Puts the lists or rooms, and the documents that are there before the round in each, into an empty database. */
  seed(db: Db, parents: readonly string[], documents: number): Promise<void>;
}

/** The lists or rooms of a round, in the order of the engine's groups. */
export function parentsOf({ groupSize }: Scenario, parent: string, clients: number): string[] {
  if (groupSize === undefined) return [parent];
  return Array.from({ length: Math.ceil(clients / groupSize) }, (_, group) => `${parent}-${group}`);
}

const folder = path.resolve(import.meta.dirname, '../../scenarios');

async function seedLists(db: Db, parents: readonly string[], documents: number): Promise<void> {
  const createdAt = new Date(0);
  const lists = parents.map((parent) => ({ _id: parent, name: parent, createdAt }));
  await db.collection<List>('lists').insertMany(lists);
  if (documents === 0) return;
  const todos = parents.flatMap((parent) =>
    Array.from({ length: documents }, (_, index) => ({
      _id: createHash('sha256').update(`${parent} ${index}`).digest('base64url').slice(0, 17),
      listId: parent,
      text: `Held document ${index}, about as long as what people write`,
      done: false,
      createdAt: new Date(index),
    })),
  );
  await db.collection<Todo>('todos').insertMany(todos);
}

async function seedRooms(db: Db, parents: readonly string[]): Promise<void> {
  const rooms = parents.map((parent) => ({ _id: parent, name: parent, createdAt: new Date(0) }));
  await db.collection<Room>('rooms').insertMany(rooms);
}

export const scenarios: Record<ScenarioName, Scenario> = {
  'fan-out': {
    name: 'fan-out',
    file: path.join(folder, 'fan-out.yml'),
    kind: 'deliveries',
    collection: 'todos',
    parent: 'listId',
    seed: seedLists,
  },
  'fan-out-lists': {
    name: 'fan-out-lists',
    file: path.join(folder, 'fan-out-lists.yml'),
    kind: 'deliveries',
    collection: 'todos',
    parent: 'listId',
    groupSize: 10,
    seed: seedLists,
  },
  'fan-out-window': {
    name: 'fan-out-window',
    file: path.join(folder, 'fan-out-window.yml'),
    kind: 'deliveries',
    collection: 'messages',
    parent: 'roomId',
    window: 50,
    seed: seedRooms,
  },
  'idle-clients': {
    name: 'idle-clients',
    file: path.join(folder, 'idle-clients.yml'),
    kind: 'memory',
    collection: 'todos',
    parent: 'listId',
    seed: seedLists,
  },
};

/** Those of one kind, among the named. */
export function scenariosOf(names: readonly ScenarioName[], kind: Scenario['kind']): ScenarioName[] {
  return names.filter((name) => scenarios[name].kind === kind);
}
