/** What is bounded, and how much of it there may be. */
export interface Bound {
  /** Its name in the contract. */
  key: string;
  most: number;
  /** For people, in the plural. */
  what: string;
}

type Keep = (bound: Bound, count: () => Promise<number>, insert: () => Promise<unknown>) => Promise<void>;

let keep: Keep = async (_bound, _count, insert) => {
  await insert();
};

/**
 * Has limits kept. For the server: a stub leaves that to it, and shows the row.
 * @param wanted throws what the caller is answered if there is no place
 */
export function keepBoundsWith(wanted: Keep): void {
  keep = wanted;
}

/**
 * Inserts if there is place for one more.
 * @param count how many there are; it may stop at `most`, and throw what forbids the insert
 * @throws ContractError `limit-reached`, `too-many-requests`
 */
export function insertWithin(
  bound: Bound,
  count: () => Promise<number>,
  insert: () => Promise<unknown>,
): Promise<void> {
  return keep(bound, count, insert);
}
