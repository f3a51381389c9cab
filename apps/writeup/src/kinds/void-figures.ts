import type { Round } from '@meteor-vs-mean/report';
import { whole } from '@meteor-vs-mean/report/drawing';
import type { Figures } from './short-name.ts';

/** Of each stack `void.<stack>`, its void rounds and what voided how many: `3 (generator-busy 2, sender-late 2)`. */
export function voidFigures(
  figures: Figures,
  rounds: readonly Pick<Round, 'stack' | 'verdict' | 'reasons'>[],
): void {
  for (const [stack, own] of Map.groupBy(rounds, (round) => round.stack)) {
    const voided = own.filter(({ verdict }) => verdict === 'void');
    const codes = voided.flatMap(({ reasons }) => [...new Set(reasons.map(({ code }) => code))]);
    const counted = [...Map.groupBy(codes, (code) => code)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([code, those]) => `${code} ${those.length}`);
    const why = counted.length === 0 ? '' : ` (${counted.join(', ')})`;
    figures.set(`void.${stack}`, `${whole(voided.length)}${why}`);
  }
}
