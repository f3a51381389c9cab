/** What one round owed, and what came of it. */
export interface Account {
  expected: number;
  delivered: number;
  lost: number;
  superseded: number;
  /** Deliveries of writes that MongoDB doesn't hold. */
  unexpected: number;
}

/** A bit for each (subscriber, write): a row of whole bytes a subscriber, write k is bit k % 8 of byte k >> 3. */
export interface DeliveryBits {
  writes: number;
  rows: readonly Uint8Array[];
}

/**
 * Holds what came against what was owed. Owed is what MongoDB holds, times the subscribers: nothing that was received
 * takes part in it.
 * @param stored numbers of the writes found in MongoDB
 * @param window documents that the publication shows, if it shows the latest only. Then a write that isn't among the
 *   last `window` stored ones may have left before it could be shown: it is superseded, neither delivered nor lost.
 *   From outside it can't be told from one that was dropped; the headline has no window.
 */
export function settle(bits: DeliveryBits, stored: Iterable<number>, window?: number): Account {
  const owed = [...new Set(stored)].sort((a, b) => a - b);
  const shownAtEnd = window === undefined ? 0 : Math.max(0, owed.length - window);
  const mask = new Uint8Array(Math.ceil(bits.writes / 8));
  for (const write of owed) set(mask, write);
  const mayBeSuperseded = new Uint8Array(mask.length);
  for (const write of owed.slice(0, shownAtEnd)) set(mayBeSuperseded, write);

  const account: Account = {
    expected: owed.length * bits.rows.length,
    delivered: 0,
    lost: 0,
    superseded: 0,
    unexpected: 0,
  };
  for (const row of bits.rows) {
    for (let index = 0; index < mask.length; index++) {
      const came = row[index] ?? 0;
      const owing = mask[index] as number;
      const missing = owing & ~came;
      account.delivered += ones(came & owing);
      account.unexpected += ones(came & ~owing);
      account.superseded += ones(missing & (mayBeSuperseded[index] as number));
      account.lost += ones(missing & ~(mayBeSuperseded[index] as number));
    }
  }
  return account;
}

function set(bytes: Uint8Array, bit: number): void {
  const index = bit >> 3;
  bytes[index] = (bytes[index] as number) | (1 << (bit & 7));
}

/** How many of the low eight bits are set. */
function ones(byte: number): number {
  let count = 0;
  for (let rest = byte & 0xff; rest !== 0; rest &= rest - 1) count++;
  return count;
}
