import { createHash } from 'node:crypto';
import path from 'node:path';
import { type List, type Room, sampleTodo, type Todo } from '@meteor-vs-mean/contract';
import { type Audience, subscribersIn } from 'artillery-engine-pubsub';
import type { Db } from 'mongodb';

/** A file for Artillery, and what the bench must know of its documents. */
export interface Scenario {
  /** The YAML file. */
  file: string;
  /** `users`: each has an account, with the lists that it needs, and does what its flow says. */
  kind: 'deliveries' | 'memory' | 'users';
  /** Where writes are stored, and the field that says in which list or room. */
  collection: string;
  parent: string;
  /** How many documents its publication shows; absent: all. */
  window?: number;
  /** About how long the flow of a user takes, thinks and all; absent: it only receives. */
  flow_s?: number;
  /** Puts the lists or rooms, and the documents that are there before the round in each, into an empty database. */
  seed(db: Db, parents: readonly string[], documents: number): Promise<void>;
}

/** The lists or rooms of so many clients, in the order of the engine's groups. */
export function parentsOf(audience: Audience, parent: string, clients: number): string[] {
  const each = subscribersIn(audience);
  const lists = each === undefined ? 1 : Math.ceil(clients / each);
  return Array.from({ length: lists }, (_, group) => `${parent}-${group}`);
}

const folder = import.meta.dirname;

async function seedLists(db: Db, parents: readonly string[], documents: number): Promise<void> {
  const createdAt = new Date(0);
  const lists = parents.map((parent) => ({ _id: parent, name: parent, createdAt }));
  await db.collection<List>('lists').insertMany(lists);
  if (documents === 0) return;
  const todos = parents.flatMap((parent) =>
    Array.from({ length: documents }, (_, index) =>
      sampleTodo({
        _id: createHash('sha256').update(`${parent} ${index}`).digest('base64url').slice(0, 17),
        listId: parent,
        text: `Held document ${index}, about as long as what people write`,
        createdAt: new Date(index),
      }),
    ),
  );
  await db.collection<Todo>('todos').insertMany(todos);
}

async function seedRooms(db: Db, parents: readonly string[]): Promise<void> {
  const rooms = parents.map((parent) => ({ _id: parent, name: parent, createdAt: new Date(0) }));
  await db.collection<Room>('rooms').insertMany(rooms);
}

/** By name, as `--scenarios` takes them. */
const all = {
  'fan-out': {
    file: path.join(folder, 'fan-out.yml'),
    kind: 'deliveries',
    collection: 'todos',
    parent: 'listId',
    seed: seedLists,
  },
  'fan-out-window': {
    file: path.join(folder, 'fan-out-window.yml'),
    kind: 'deliveries',
    collection: 'messages',
    parent: 'roomId',
    window: 50,
    seed: seedRooms,
  },
  'idle-clients': {
    file: path.join(folder, 'idle-clients.yml'),
    kind: 'memory',
    collection: 'todos',
    parent: 'listId',
    seed: seedLists,
  },
  journey: {
    file: path.join(folder, 'journey.yml'),
    kind: 'users',
    collection: 'todos',
    parent: 'listId',
    seed: async () => {},
    flow_s: 66,
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof all;

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = all;

export const scenarioNames = Object.keys(all) as ScenarioName[];

/** Those of one kind, among the named. */
export function scenariosOf(names: readonly ScenarioName[], kind: Scenario['kind']): ScenarioName[] {
  return names.filter((name) => scenarios[name].kind === kind);
}
