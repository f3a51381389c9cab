import { type ParamsOf, type PublicationName, queryOf } from '@meteor-vs-mean/contract';
import type { Mongo } from 'meteor/mongo';
import { toMeteorError } from './contract-error';

/**
 * The cursor of a publication of the contract, its parameters validated.
 * @throws Meteor.Error `validation-error`
 */
export function findPublished<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
  name: PublicationName,
  params: unknown,
): Mongo.Cursor<Document> {
  try {
    const { filter, sort, limit } = queryOf(name, params as ParamsOf<PublicationName>);
    return collection.find(
      filter as Mongo.Selector<Document>,
      limit === undefined ? { sort } : { sort, limit },
    );
  } catch (error) {
    throw toMeteorError(error);
  }
}
