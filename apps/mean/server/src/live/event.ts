import { type CollectionName, toWire, type WireDocument } from '@meteor-vs-mean/contract';
import type { ChangeStreamDocument, Timestamp } from 'mongodb';

/** Fields of a document got new values, or went. */
export interface Update {
  kind: 'update';
  id: string;
  /** By field; or by path, as `members.1` is one, if an array or object that stays was changed inside. */
  fields: Record<string, unknown>;
  cleared: string[];
  /** Set if something was changed inside a field: arrays that became shorter, by path, with their new length. */
  inside?: Record<string, number>;
}

/** What was done to one document, as it goes over the wire. */
export type Write =
  /** Of a document that wasn't there it may be known that it is new. */
  { kind: 'put'; document: WireDocument; isNew?: true } | Update | { kind: 'remove'; id: string };

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
