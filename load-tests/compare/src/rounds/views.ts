import type { Scenario } from '@meteor-vs-mean/scenarios';
import type { Db, Document } from 'mongodb';

/** Documents by id, as they came over a wire: dates are `{$date}`. */
export type View = Record<string, Document>;

/** What a subscriber of the scenario's publication should see now, from MongoDB, as a wire has it. */
export async function viewInDatabase(
  db: Db,
  { collection, parent, window }: Scenario,
  of: string,
): Promise<View> {
  const newestFirst = { createdAt: -1, _id: -1 } as const;
  const found = db.collection(collection).find({ [parent]: of });
  if (window !== undefined) found.sort(newestFirst).limit(window);
  const documents = await found.toArray();
  return Object.fromEntries(documents.map((document) => [String(document._id), document]));
}

/**
 * Holds a witness's view against the database's, field by field.
 * @returns the ids of documents that differ, are missing, or should not be there
 */
export function differingDocuments(expected: View, seen: View): string[] {
  const ids = new Set([...Object.keys(expected), ...Object.keys(seen)]);
  return [...ids].filter((id) => !sameDocument(expected[id], seen[id]));
}

function sameDocument(expected: Document | undefined, seen: Document | undefined): boolean {
  if (!expected || !seen) return false;
  const fields = new Set([...Object.keys(expected), ...Object.keys(seen)]);
  return [...fields].every((field) => onWire(expected[field]) === onWire(seen[field]));
}

/** A field's value in one canonical text; both DDP and our Socket.io write a date as `{"$date": milliseconds}`. */
function onWire(value: unknown): string | undefined {
  return JSON.stringify(value instanceof Date ? { $date: value.getTime() } : value);
}
