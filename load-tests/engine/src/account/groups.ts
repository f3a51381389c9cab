import { type Bits, getBit, makeBits, setBit } from './bits.ts';

/**
 * Groups of subscribers, such as the members of a list or a room. Write k belongs to group k % count, and only the
 * subscribers of that group are owed it. Without groups there is one group.
 *
 * A subscriber's row has a bit for each write of its group only: bit j is for write j * count + group. So the account
 * needs one bit per owed delivery, with any number of groups.
 */
export class Groups {
  readonly count: number;
  readonly writes: number;
  /** The length of a subscriber's row, the same in every group. */
  readonly rowBytes: number;

  /** @param writes of the whole run */
  constructor(writes: number, count: number) {
    this.writes = writes;
    this.count = count;
    this.rowBytes = Math.ceil(Math.ceil(writes / count) / 8);
  }

  groupOf(k: number): number {
    return k % this.count;
  }

  /** The place of write k among the writes of its group. */
  placeOf(k: number): number {
    return Math.floor(k / this.count);
  }

  writeAt(group: number, place: number): number {
    return place * this.count + group;
  }

  /** How many writes a group has. */
  sizeOf(group: number): number {
    return Math.ceil((this.writes - group) / this.count);
  }

  makeRow(): Bits {
    return makeBits(8 * this.rowBytes);
  }

  /** @param writes a bit for each write of the run. @returns a row with those of one group */
  rowOf(group: number, writes: Bits): Bits {
    if (this.count === 1) return writes;
    const row = this.makeRow();
    for (let k = group; k < this.writes; k += this.count) if (getBit(writes, k)) setBit(row, this.placeOf(k));
    return row;
  }
}
