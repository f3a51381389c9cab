import type { MethodName } from '@meteor-vs-mean/contract';
import { type DBSchema, openDB } from 'idb';
import type { Effect } from './overlay';

/** A write as it is kept in this browser until the server has answered. */
export interface KeptWrite {
  /** Counts up: they are sent in this order. */
  n: number;
  id: string;
  /** Whose it is: an account's id, or empty for a guest's. */
  owner: string;
  method: MethodName;
  input: object;
  effects: Effect[];
}

export interface QueueStore {
  /** @returns its number */
  add(write: Omit<KeptWrite, 'n'>): Promise<number>;
  remove(n: number): Promise<void>;
  /** Of one owner, in order. */
  all(owner: string): Promise<KeptWrite[]>;
}

interface Schema extends DBSchema {
  writes: { key: number; value: KeptWrite; indexes: { owner: string } };
}

/** In IndexedDB. A module of its own, loaded when the page is there. */
export async function openQueueStore(): Promise<QueueStore> {
  const database = await openDB<Schema>('queue', 1, {
    upgrade: (opened) => {
      const writes = opened.createObjectStore('writes', { keyPath: 'n', autoIncrement: true });
      writes.createIndex('owner', 'owner');
    },
    // Another page has newer code: it may go on.
    blocking: () => database.close(),
  });
  return {
    add: (write) => database.add('writes', write as KeptWrite),
    remove: (n) => database.delete('writes', n),
    all: (owner) => database.getAllFromIndex('writes', 'owner', owner),
  };
}
