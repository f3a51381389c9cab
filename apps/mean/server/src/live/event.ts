import { type CollectionName, toWire, type WireDocument } from '@meteor-vs-mean/contract';
import type { ChangeStreamDocument, Timestamp } from 'mongodb';

/** What was done to one document, as it goes over the wire. */
export type Write =
  | { kind: 'put'; document: WireDocument }
  | { kind: 'update'; id: string; fields: Record<string, unknown>; cleared: string[] }
  | { kind: 'remove'; id: string };

/** A write, and when: by the database's own logical clock, which snapshots are stamped with too. */
export type WriteEvent = Write & { collection: CollectionName; time: Timestamp };

/**
 * @returns undefined for what isn't a write to one document.
 * An update carries what it changed and not the document as it is now: a lookup would skip states and cost a read.
 */
export function writeEventOf(change: ChangeStreamDocument): WriteEvent | undefined {
  const write = writeOf(change);
  if (!write || !('ns' in change) || !('coll' in change.ns) || !change.clusterTime) return undefined;
  return { ...write, collection: change.ns.coll as CollectionName, time: change.clusterTime };
}

function writeOf(change: ChangeStreamDocument): Write | undefined {
  switch (change.operationType) {
    case 'insert':
    case 'replace':
      return { kind: 'put', document: toWire(change.fullDocument) as WireDocument };
    case 'update': {
      const { updatedFields = {}, removedFields = [] } = change.updateDescription;
      const id = change.documentKey._id as unknown as string;
      return { kind: 'update', id, fields: toWire(updatedFields), cleared: removedFields };
    }
    case 'delete':
      return { kind: 'remove', id: change.documentKey._id as unknown as string };
    default:
      return undefined;
  }
}
