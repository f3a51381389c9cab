import { type Bits, makeBits, setBit } from '../account/bits.ts';
import { RunError } from '../failures/error.ts';
import type { Config } from '../script/config.ts';
import { type Run, writeIds } from './results.ts';

/**
 * Finds the writes of a run in MongoDB, in the `database` of the script.
 * @returns a bit for each write; undefined if the script has no collection
 */
export async function readStored(run: Run, { database }: Config): Promise<Bits | undefined> {
  if (database?.collection === undefined) return undefined;
  const { url, collection, field = '_id' } = database;
  const ids = writeIds(run);
  const { MongoClient } = await import('mongodb').catch(() => {
    throw new RunError('config', 'reading the stored writes needs the package mongodb: npm install mongodb');
  });
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
  try {
    const stored = makeBits(ids.count);
    const found = client
      .db()
      .collection(collection)
      .find({ [field]: { $regex: `^${ids.tag}-` } }, { projection: { [field]: 1 } });
    for await (const document of found) {
      for (const value of valuesAt(document, field.split('.'))) {
        const k = ids.indexOf(String(value));
        if (k !== -1) setBit(stored, k);
      }
    }
    return stored;
  } finally {
    await client.close();
  }
}

/** The values at a path, as in MongoDB: in a list, the values in each element. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  return valuesAt((value as Record<string, unknown> | null | undefined)?.[key], rest);
}
