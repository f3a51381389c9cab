/** The part of a run's writes that one machine sends: write k is that of machine k % of. */
export interface Share {
  /** From 0, in the order in which the machines came. */
  index: number;
  of: number;
}

/** The whole of a run on one machine. */
export const whole: Share = { index: 0, of: 1 };

export function isOwn({ index, of }: Share, k: number): boolean {
  return k % of === index;
}

/** Which connection of a machine sends write k: its writes take turns. */
export function writerOf(k: number, { of, writers }: { of: number; writers: number }): number {
  return Math.floor(k / of) % writers;
}

/** ... among the connections of all machines: order is kept for each of these. */
export function senderOf(k: number, run: { of: number; writers: number }): number {
  return (k % run.of) * run.writers + writerOf(k, run);
}
