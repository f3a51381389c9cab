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
  /** Puts the list or room, and the documents that are there before the round, into an empty database. */
  seed(db: Db, parent: string, documents: number): Promise<void>;
}

const folder = path.resolve(import.meta.dirname, '../../scenarios');

async function seedList(db: Db, parent: string, documents: number): Promise<void> {
  const createdAt = new Date(0);
  await db.collection<List>('lists').insertOne({ _id: parent, name: parent, createdAt });
  if (documents === 0) return;
  const todos = Array.from({ length: documents }, (_, index) => ({
    _id: createHash('sha256').update(`${parent} ${index}`).digest('base64url').slice(0, 17),
    listId: parent,
    text: `Held document ${index}, about as long as what people write`,
    done: false,
    createdAt: new Date(index),
  }));
  await db.collection<Todo>('todos').insertMany(todos);
}

async function seedRoom(db: Db, parent: string): Promise<void> {
  await db.collection<Room>('rooms').insertOne({ _id: parent, name: parent, createdAt: new Date(0) });
}

export const scenarios: Record<ScenarioName, Scenario> = {
  'fan-out': {
    name: 'fan-out',
    file: path.join(folder, 'fan-out.yml'),
    kind: 'deliveries',
    collection: 'todos',
    parent: 'listId',
    seed: seedList,
  },
  'fan-out-window': {
    name: 'fan-out-window',
    file: path.join(folder, 'fan-out-window.yml'),
    kind: 'deliveries',
    collection: 'messages',
    parent: 'roomId',
    window: 50,
    seed: seedRoom,
  },
  'idle-clients': {
    name: 'idle-clients',
    file: path.join(folder, 'idle-clients.yml'),
    kind: 'memory',
    collection: 'todos',
    parent: 'listId',
    seed: seedList,
  },
};
