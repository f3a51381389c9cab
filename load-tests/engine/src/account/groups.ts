import { type Bits, getBit, makeBits, setBit } from './bits.ts';

/**
 * How the writes of a run are spread over lists, rooms, or whatever it is that subscribers follow: write k belongs
 * to group k % count, and is owed to the subscribers of that group alone. Without groups there is one.
 *
 * A subscriber's row has a bit for each write of its group, and for no other: the j-th bit is for the j-th of them,
 * write j * count + group. So the account costs a bit for each delivery that is owed, however many groups there are.
 */
export class Groups {
  readonly count: number;
  readonly writes: number;
  /** Of a subscriber's row; the same in every group. */
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

  /** Where write k is among the writes of its group. */
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
