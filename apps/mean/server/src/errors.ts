import { ContractError } from '@meteor-vs-mean/contract';
import { MongoError, MongoServerError } from 'mongodb';

/**
 * The error for the client. Errors that aren't meant for clients are logged, and answered without details.
 * @param what the failed operation, for the log
 */
export function forClient(error: unknown, what: string, log: (line: string) => void): ContractError {
  if (error instanceof ContractError) return error;
  // If the database is down, the message is enough; other errors need a stack.
  const details = error instanceof Error && !(error instanceof MongoError) ? error.stack : String(error);
  log(`${what}: ${details}`);
  return new ContractError('internal-error', 'Something went wrong on the server');
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11000;
}
