import type { CollectionName, DocumentOf } from '@meteor-vs-mean/contract';
import type { Collection, DeleteResult, Filter, UpdateFilter, UpdateResult } from 'mongodb';
import type { Database } from '../database.ts';

/**
 * The driver's collection, with the five writes that mode `emit` can announce. Upserts, sessions and bulk writes don't
 * compile, so handlers are the same in both modes.
 */
export interface LiveCollection<Document extends { _id: string }>
  extends Pick<Collection<Document>, 'find' | 'findOne' | 'countDocuments' | 'aggregate'> {
  insertOne(document: Document): Promise<{ insertedId: unknown }>;
  updateOne(filter: Filter<Document>, update: UpdateFilter<Document>): Promise<Matched>;
  updateMany(filter: Filter<Document>, update: UpdateFilter<Document>): Promise<Matched>;
  deleteOne(filter: Filter<Document>): Promise<DeleteResult>;
  deleteMany(filter: Filter<Document>): Promise<DeleteResult>;
}

type Matched = Pick<UpdateResult, 'matchedCount' | 'modifiedCount'>;

export type LiveCollections = { [Name in CollectionName]: LiveCollection<DocumentOf<Name>> };

/** Mode `changestream`: the driver's own collections, because the change stream announces every write. */
export function plainCollections({ collections }: Database): LiveCollections {
  return collections as unknown as LiveCollections;
}
