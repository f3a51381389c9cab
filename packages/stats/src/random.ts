/**
 * Pseudorandom numbers in [0, 1) from a seed, so that the same results folder gives the same figures: mulberry32, by
 * Tommy Ettinger (public domain). Its 32 bits of state suffice for resampling.
 */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
