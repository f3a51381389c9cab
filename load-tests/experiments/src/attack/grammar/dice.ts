import { randomFrom } from '@meteor-vs-mean/stats';

/** Choices that follow from a seed. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** @returns a whole number from 0 to below `end` */
  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<Thing>(things: readonly Thing[]): Thing {
    return things[this.below(things.length)] as Thing;
  }

  /** @param weighted things and how often each is picked, in relation to the others */
  weighted<Thing>(weighted: readonly (readonly [Thing, number])[]): Thing {
    let left = this.#random() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [thing, weight] of weighted) {
      left -= weight;
      if (left < 0) return thing;
    }
    return (weighted.at(-1) as readonly [Thing, number])[0];
  }
}
