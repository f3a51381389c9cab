import { ContractError } from '@meteor-vs-mean/contract';
import { MongoError, MongoServerError } from 'mongodb';

/**
 * What a client may know of an error. What isn't meant for it is logged, and answered without details.
 * @param what was being done, for the log
 */
export function forClient(error: unknown, what: string, log: (line: string) => void): ContractError {
  if (error instanceof ContractError) return error;
  // Of a database that is away the message says all; of anything else we want to know where.
  const details = error instanceof Error && !(error instanceof MongoError) ? error.stack : String(error);
  log(`${what}: ${details}`);
  return new ContractError('internal-error', 'Something went wrong on the server');
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11000;
}
