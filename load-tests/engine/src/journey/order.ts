import type { OpenWrite } from './write.ts';

/** The newest write of one writer that came to one user. */
interface Newest {
  number: number;
  at_us: number;
}

/** Finds what comes out of order: to each user, in each audience, writes of one writer come in the order of their sending. */
export class Order {
  readonly #newest = new Map<string, Map<string, Newest>>();

  /** @returns whether a later write of the same writer came before this one */
  isLate({ audience, writer, number }: OpenWrite, user: string, at_us: number): boolean {
    const pairs = this.#newest.get(audience) ?? new Map<string, Newest>();
    this.#newest.set(audience, pairs);
    const pair = `${writer} ${user}`;
    const newest = pairs.get(pair);
    if (newest === undefined || number > newest.number) {
      pairs.set(pair, { number, at_us });
      return false;
    }
    // One event may show several writes.
    return number < newest.number && at_us > newest.at_us;
  }

  /** Nobody follows the audience any more. */
  forget(audience: string): void {
    this.#newest.delete(audience);
  }
}
