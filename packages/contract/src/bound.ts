import { alreadyThere, ContractError } from './errors.ts';

/** What is bounded, and how much of it there may be. */
export interface Bound {
  /** Its name in the contract. */
  key: string;
  most: number;
  /** For people, in the plural. */
  what: string;
}

/** A document that is to be one more. */
export interface OneMore {
  /**
   * How many there are; it may stop at `limit`, and throw what forbids the insert.
   * @param isIn whether the document was inserted: then it counts, whatever it was before
   */
  count(limit: number, isIn: boolean): Promise<number>;
  insert(): Promise<unknown>;
  /** Removes what was inserted. */
  takeBack(): Promise<unknown>;
  /** Whether a document with its id is there. Absent if the insert is never sent twice. */
  isThere?(): Promise<boolean>;
}

/**
 * How many there are, as long as one more may come.
 * @throws ContractError `limit-reached`
 */
export async function countBelow(bound: Bound, { count }: OneMore): Promise<number> {
  const found = await count(bound.most, false);
  if (found >= bound.most) throw limitReached(bound);
  return found;
}

/** What is said to whoever would be one too many. */
export function limitReached({ most, what }: Bound): ContractError {
  return new ContractError('limit-reached', `There may be ${most} ${what} at most`);
}

/**
 * What an insert that failed is answered: one that is sent again, because its answer was lost, finds that there is no
 * place left when it took the last one itself, or others did after it.
 * @returns `duplicate-id` then, otherwise the error that it failed with
 */
export async function refusalOf(error: unknown, { isThere }: OneMore): Promise<unknown> {
  const isFull = error instanceof ContractError && error.code === 'limit-reached';
  return isFull && (await isThere?.()) ? alreadyThere() : error;
}

/** What is said to whoever waited for a turn in vain. */
export function noTurn(): ContractError {
  return new ContractError('too-many-requests', 'Too many write here at once: try again');
}
