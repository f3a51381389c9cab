/** The writes of a run that one machine sends: write k belongs to machine k % of. */
export interface Share {
  /** From 0, in the order in which the machines joined. */
  index: number;
  of: number;
}

/** All writes, for a run on one machine. */
export const whole: Share = { index: 0, of: 1 };

export function isOwn({ index, of }: Share, k: number): boolean {
  return k % of === index;
}

/** The connection of a machine that sends write k: connections take turns. */
export function writerOf(k: number, { of, writers }: { of: number; writers: number }): number {
  return Math.floor(k / of) % writers;
}

/** The same among the connections of all machines. Each of them keeps the order of its writes. */
export function senderOf(k: number, run: { of: number; writers: number }): number {
  return (k % run.of) * run.writers + writerOf(k, run);
}
