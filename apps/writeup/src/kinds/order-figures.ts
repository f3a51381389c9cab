import type { Round } from '@meteor-vs-mean/measure/results';
import { whole } from '@meteor-vs-mean/report/drawing';
import type { Figures } from './contestant-figures.ts';

/**
 * Of each stack `reordered-rounds.<stack>`: in how many of its rounds writes came out of order, as `4 of 45`. Void rounds
 * count: what makes a round void doesn't swap writes.
 */
export function orderFigures(
  figures: Figures,
  rounds: readonly Round[],
  stackOf: (contestant: string) => string,
): void {
  const delivering = rounds.filter((round) => round.kind === 'deliveries');
  for (const [stack, own] of Map.groupBy(delivering, ({ contestant }) => stackOf(contestant))) {
    const swapped = own.filter(({ reordered }) => reordered > 0);
    figures.set(`reordered-rounds.${stack}`, `${whole(swapped.length)} of ${whole(own.length)}`);
  }
}
