import type { MethodName } from '@meteor-vs-mean/contract';

/** A call that isn't answered, as the browser keeps it. */
export interface Entry {
  /** Made by the browser: the order in which calls were made. */
  key?: number;
  /** The tab that sends it. */
  tab: string;
  /** Of the account that made it; null for a guest. */
  userId: string | null;
  name: MethodName;
  input: object;
  /** Of the documents that are pending until it is answered. */
  ids: readonly string[];
}

const calls = 'calls';

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('queue', 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(calls, { keyPath: 'key', autoIncrement: true });
  return resultOf(request);
}

async function ask<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  opening ??= open();
  return resultOf(request((await opening).transaction(calls, mode).objectStore(calls)));
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns all that are kept, oldest first, whoever made them */
export function readEntries(): Promise<Entry[]> {
  return ask<Entry[]>('readonly', (store) => store.getAll());
}

/** Keeps a call, or another version of it. @returns its key */
export async function putEntry(entry: Entry): Promise<number> {
  return (await ask('readwrite', (store) => store.put(entry))) as number;
}

export async function removeEntry(key: number): Promise<void> {
  await ask('readwrite', (store) => store.delete(key));
}
