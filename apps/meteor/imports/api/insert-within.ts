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
  /** How many there are; it may stop at `limit`, and throw what forbids the insert. */
  count(limit: number): Promise<number>;
  insert(): Promise<unknown>;
  /** Removes what was inserted. */
  takeBack(): Promise<unknown>;
}

type Keep = (bound: Bound, one: OneMore) => Promise<void>;

let keep: Keep = async (_bound, { insert }) => {
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
 * @throws ContractError `limit-reached`, `too-many-requests`
 */
export function insertWithin(bound: Bound, one: OneMore): Promise<void> {
  return keep(bound, one);
}
