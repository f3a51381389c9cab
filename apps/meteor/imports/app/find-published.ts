import { type ParamsOf, type PublicationName, queryOf } from '@meteor-vs-mean/contract';
import type { Mongo } from 'meteor/mongo';
import { toMeteorError } from './contract-error';

/**
 * The cursor of one of the contract's publications, with validated parameters.
 * @param most at most this many documents
 * @returns undefined if the subscriber gets no documents
 * @throws Meteor.Error `validation-error`
 */
export function findPublished<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
  name: PublicationName,
  params: unknown,
  userId?: string | null,
  most?: number,
): Mongo.Cursor<Document> | undefined {
  try {
    const query = queryOf(name, params as ParamsOf<PublicationName>, userId ?? undefined);
    if (!query) return undefined;
    const { filter, sort, limit = most } = query;
    return collection.find(
      filter as Mongo.Selector<Document>,
      limit === undefined ? { sort } : { sort, limit },
    );
  } catch (error) {
    throw toMeteorError(error);
  }
}
