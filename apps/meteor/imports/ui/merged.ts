import type { Sort } from '@meteor-vs-mean/contract/orders';

/** What a page came with and what is there by now, each document once: as it is by now. */
export function merged<Document extends { _id: string }>(
  early: readonly Document[],
  live: readonly Document[],
  order: Sort,
): Document[] {
  const ids = new Set(live.map(({ _id }) => _id));
  return [...early.filter(({ _id }) => !ids.has(_id)), ...live].sort(by(order));
}

type Comparable = Record<string, string | Date>;

/** A comparison for an order. */
function by(order: Sort): (one: object, other: object) => number {
  return (one, other) => {
    for (const [field, direction] of Object.entries(order)) {
      const [a, b] = [(one as Comparable)[field] ?? '', (other as Comparable)[field] ?? ''];
      if (a < b) return -direction;
      if (a > b) return direction;
    }
    return 0;
  };
}
