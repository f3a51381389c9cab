import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Meteor } from 'meteor/meteor';

interface MongoError {
  code?: unknown;
}

/** Meteor sends only Meteor.Errors to the client as they are; any other becomes an internal error. */
export function toMeteorError(error: unknown): unknown {
  if (error instanceof ContractError) return new Meteor.Error(error.code, error.message);
  if ((error as MongoError).code === 11000) return new Meteor.Error('duplicate-id', 'That id is taken');
  if (error instanceof Meteor.Error) return error;
  console.error(error);
  return new Meteor.Error('internal-error', 'Something went wrong on the server');
}
