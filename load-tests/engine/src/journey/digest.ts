import { createHash } from 'node:crypto';
import type { Witness } from '../account/witness.ts';
import type { Digests } from './line.ts';

/** Of a document that the app took away. */
export const gone = '';

/**
 * The documents of a view, by their ids alone: ids of a journey are unique over collections.
 * @param uncompared fields that are left out
 */
export function digestsOf(witness: Witness, uncompared: readonly string[] = []): Digests {
  const digests: Digests = {};
  for (const id of witness.gone()) digests[id] = gone;
  for (const collection of Object.values(witness.documents())) {
    for (const [id, document] of Object.entries(collection)) {
      digests[id] = createHash('sha1').update(canonical(document, uncompared)).digest('base64').slice(0, 12);
    }
  }
  return digests;
}

/** JSON in which the order of the keys doesn't matter. */
function canonical(document: unknown, uncompared: readonly string[]): string {
  return JSON.stringify(document, (key, value) => {
    if (uncompared.includes(key)) return undefined;
    if (value?.constructor !== Object) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
