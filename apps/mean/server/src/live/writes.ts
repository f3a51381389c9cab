import type { CollectionName, DocumentOf } from '@meteor-vs-mean/contract';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { Database } from '../database.ts';

/** Fields that a document must equal. */
export type Fields<Name extends CollectionName> = Partial<DocumentOf<Name>>;

/** All that methods do to the database. Each resolves when the write is on a majority of the replica set. */
export interface Writes {
  insert<Name extends CollectionName>(name: Name, document: DocumentOf<Name>): Promise<void>;
  /** @returns whether there was such a document */
  update<Name extends CollectionName>(name: Name, id: string, fields: Fields<Name>): Promise<boolean>;
  /** @returns how many had another value */
  updateMany<Name extends CollectionName>(
    name: Name,
    filter: Fields<Name>,
    fields: Fields<Name>,
  ): Promise<number>;
  /**
   * For what only MongoDB can work out, such as who is added to an array that others add to as well.
   * @returns how many documents it changed
   */
  modify<Name extends CollectionName>(
    name: Name,
    filter: Filter<DocumentOf<Name>>,
    update: UpdateFilter<DocumentOf<Name>>,
  ): Promise<number>;
  /** @returns whether there was such a document */
  remove(name: CollectionName, id: string): Promise<boolean>;
  /** @returns how many there were */
  removeMany<Name extends CollectionName>(name: Name, filter: Fields<Name>): Promise<number>;
}

/** The driver's types can't follow a generic document: fields are checked by `Writes`, and here they are fields. */
export type Stored = { _id: string } & Record<string, unknown>;

export function collectionOf({ db }: Database, name: CollectionName): Collection<Stored> {
  return db.collection<Stored>(name);
}

/** Of the matching documents, those in which a field has another value. */
export function differing(filter: object, fields: object): Filter<Stored> {
  return { ...filter, $or: Object.entries(fields).map(([field, value]) => ({ [field]: { $ne: value } })) };
}

/** Writes, and no more: the change stream will tell. */
export class PlainWrites implements Writes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(name: CollectionName, document: object): Promise<void> {
    await this.#in(name).insertOne(document as Stored);
  }

  async update(name: CollectionName, id: string, fields: Partial<Stored>): Promise<boolean> {
    const { matchedCount } = await this.#in(name).updateOne({ _id: id }, { $set: fields });
    return matchedCount === 1;
  }

  async updateMany(name: CollectionName, filter: object, fields: Partial<Stored>): Promise<number> {
    const { modifiedCount } = await this.#in(name).updateMany(differing(filter, fields), { $set: fields });
    return modifiedCount;
  }

  async modify(name: CollectionName, filter: object, update: object): Promise<number> {
    const { modifiedCount } = await this.#in(name).updateMany(filter, update);
    return modifiedCount;
  }

  async remove(name: CollectionName, id: string): Promise<boolean> {
    const { deletedCount } = await this.#in(name).deleteOne({ _id: id });
    return deletedCount === 1;
  }

  async removeMany(name: CollectionName, filter: object): Promise<number> {
    const { deletedCount } = await this.#in(name).deleteMany(filter);
    return deletedCount;
  }

  #in(name: CollectionName): Collection<Stored> {
    return collectionOf(this.#database, name);
  }
}
