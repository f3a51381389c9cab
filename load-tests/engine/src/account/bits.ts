/** One bit per write. */
export type Bits = Uint8Array;

export function makeBits(count: number): Bits {
  return new Uint8Array(Math.ceil(count / 8));
}

export function getBit(bits: Bits, k: number): boolean {
  return ((bits[k >> 3] as number) & (1 << (k & 7))) !== 0;
}

export function setBit(bits: Bits, k: number): void {
  bits[k >> 3] = (bits[k >> 3] as number) | (1 << (k & 7));
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** @returns how many bits are set, with a mask only among its bits */
export function countBits(bits: Bits, mask?: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    const byte = bits[i] as number;
    count += ones[mask === undefined ? byte : byte & (mask[i] as number)] as number;
  }
  return count;
}
