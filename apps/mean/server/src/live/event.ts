import { type CollectionName, toWire, type WireDocument } from '@meteor-vs-mean/contract';
import type { ChangeStreamDocument, Timestamp } from 'mongodb';

/** Fields of a document were changed or removed. */
export interface Update {
  kind: 'update';
  id: string;
  /** By field; or by path, such as `members.1`, for changes inside an array or object. */
  fields: Record<string, unknown>;
  cleared: string[];
  /** Set if a field was changed inside. Arrays that became shorter, by path, with their new length. */
  inside?: Record<string, number>;
}

/** One write to one document, with the document in its wire form. */
export type Write =
  /** Set if the document is known to be new. */
  { kind: 'put'; document: WireDocument; isNew?: true } | Update | { kind: 'remove'; id: string };

/** A write with its time on the database's logical clock, which also stamps snapshots. */
export type WriteEvent = Write & { collection: CollectionName; time: Timestamp };

/**
 * @returns undefined for an event that isn't a write to one document.
 * An update has only the changed fields: a lookup of the whole document would skip states and cost a read.
 */
export function writeEventOf(change: ChangeStreamDocument): WriteEvent | undefined {
  const write = writeOf(change);
  if (!write || !('ns' in change) || !('coll' in change.ns) || !change.clusterTime) return undefined;
  return { ...write, collection: change.ns.coll as CollectionName, time: change.clusterTime };
}

function writeOf(change: ChangeStreamDocument): Write | undefined {
  switch (change.operationType) {
    case 'insert':
      return { kind: 'put', document: toWire(change.fullDocument) as WireDocument, isNew: true };
    case 'replace':
      return { kind: 'put', document: toWire(change.fullDocument) as WireDocument };
    case 'update': {
      const { updatedFields = {}, removedFields = [], truncatedArrays = [] } = change.updateDescription;
      const id = change.documentKey._id as unknown as string;
      const update: Update = { kind: 'update', id, fields: toWire(updatedFields), cleared: removedFields };
      const isPath = (field: string) => field.includes('.');
      if (
        truncatedArrays.length > 0 ||
        removedFields.some(isPath) ||
        Object.keys(updatedFields).some(isPath)
      ) {
        update.inside = Object.fromEntries(truncatedArrays.map(({ field, newSize }) => [field, newSize]));
      }
      return update;
    }
    case 'delete':
      return { kind: 'remove', id: change.documentKey._id as unknown as string };
    default:
      return undefined;
  }
}
