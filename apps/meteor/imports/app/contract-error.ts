import { ContractError, duplicateId } from '@meteor-vs-mean/contract/errors';
import { Meteor } from 'meteor/meteor';

/** Meteor sends only Meteor.Errors to the client unchanged; any other becomes an internal error. */
export function toMeteorError(error: unknown): unknown {
  if (isDuplicateKey(error)) return toMeteorError(duplicateId());
  if (error instanceof ContractError) return new Meteor.Error(error.code, error.message);
  if (error instanceof Meteor.Error) return error;
  console.error(error);
  return new Meteor.Error('internal-error', 'Something went wrong on the server');
}

export function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown }).code === 11000;
}
