import { createHash } from 'node:crypto';
import type { Documents } from '../witness.ts';
import type { Digests } from './line.ts';

/** The documents of a view, by their ids alone: ids of a journey are unique over collections. */
export function digestsOf(documents: Documents): Digests {
  const digests: Digests = {};
  for (const collection of Object.values(documents)) {
    for (const [id, document] of Object.entries(collection)) {
      digests[id] = createHash('sha1').update(canonical(document)).digest('base64').slice(0, 12);
    }
  }
  return digests;
}

/** JSON in which the order of the keys doesn't matter. */
function canonical(document: unknown): string {
  return JSON.stringify(document, (_, value) =>
    value?.constructor === Object
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
