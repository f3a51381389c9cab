import { type Bits, countBits, type Groups, makeBits, setBit } from 'artillery-engine-pubsub';

/** What one round owed, and what came of it. */
export interface Account {
  expected: number;
  delivered: number;
  lost: number;
  superseded: number;
  /** Deliveries of writes that MongoDB doesn't hold. */
  unexpected: number;
}

/** What came to each subscriber: a bit for each write of its group, as `groups` places them. */
interface DeliveryBits {
  groups: Groups;
  subscribers: readonly { group: number; bits: Bits }[];
}

/** What is owed to each subscriber of one group. */
interface Owed {
  row: Bits;
  count: number;
  /** Of these, what may have left the publication's window before it could be shown. */
  mayBeSuperseded: Bits;
}

/**
 * Holds what came against what was owed. Owed is what MongoDB holds of the writes to a list or room, times the
 * subscribers of that list or room: nothing that was received takes part in it.
 * @param stored numbers of the writes found in MongoDB
 * @param window documents that the publication shows, if it shows the latest only. Then a write that isn't among the
 *   last `window` stored ones of its room may have left before it could be shown: it is superseded, neither delivered
 *   nor lost. From outside it can't be told from one that was dropped; the headline has no window.
 */
export function settle(
  { groups, subscribers }: DeliveryBits,
  stored: Iterable<number>,
  window?: number,
): Account {
  const owed = owedByGroup(groups, stored, window);
  const account: Account = { expected: 0, delivered: 0, lost: 0, superseded: 0, unexpected: 0 };
  for (const { group, bits } of subscribers) {
    const { row, count, mayBeSuperseded } = owed[group] as Owed;
    const missing = row.map((byte, index) => byte & ~(bits[index] ?? 0));
    const delivered = countBits(bits, row);
    const superseded = countBits(missing, mayBeSuperseded);
    account.expected += count;
    account.delivered += delivered;
    account.unexpected += countBits(bits) - delivered;
    account.superseded += superseded;
    account.lost += countBits(missing) - superseded;
  }
  return account;
}

function owedByGroup(groups: Groups, stored: Iterable<number>, window: number | undefined): Owed[] {
  const places: number[][] = Array.from({ length: groups.count }, () => []);
  for (const write of new Set(stored)) places[groups.groupOf(write)]?.push(groups.placeOf(write));
  return places.map((ofGroup) => {
    const inOrder = ofGroup.sort((a, b) => a - b);
    const shownAtEnd = window === undefined ? 0 : Math.max(0, inOrder.length - window);
    return {
      row: rowWith(groups, inOrder),
      count: inOrder.length,
      mayBeSuperseded: rowWith(groups, inOrder.slice(0, shownAtEnd)),
    };
  });
}

function rowWith(groups: Groups, places: readonly number[]): Bits {
  const row = makeBits(8 * groups.rowBytes);
  for (const place of places) setBit(row, place);
  return row;
}
