import type { Bound, OneMore } from '@meteor-vs-mean/contract';

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
 * @throws ContractError `limit-reached`, `duplicate-id`, `too-many-requests`
 */
export function insertWithin(bound: Bound, one: OneMore): Promise<void> {
  return keep(bound, one);
}
