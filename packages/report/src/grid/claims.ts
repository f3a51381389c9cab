import type { GridClaim, GridSummary } from '@meteor-vs-mean/results';
import { type Block, type Cell, cell, type Table, tableWith } from '../document.ts';
import { intervalText } from '../judgement.ts';
import { times } from '../numbers.ts';

/** A ratio that is further off than this has to be explained. */
export const farOff = 2;

/** Each claim in a row: the ratio published, if any is, and the ratio here. */
export function claimsTable({ claims }: Pick<GridSummary, 'claims'>): Table {
  const beside = claims.some(({ published }) => published.ratio !== null);
  const caption = beside ? 'Ratios, published and here' : 'Ratios';
  return tableWith(
    caption,
    [caption, ...(beside ? ['published', 'here', 'here / published'] : ['here'])],
    claims.map(({ what, published, here, factor }) => ({
      label: what,
      cells: beside ? [ratioOf(published.ratio), hereCell(here), factorCell(factor)] : [hereCell(here)],
    })),
  );
}

/** The lines "published / here / why they may differ" of every claim; of an experiment of ours nothing is published. */
export function claimBlocks({ claims, source }: Pick<GridSummary, 'claims' | 'source'>): Block[] {
  return claims.map(({ what, published, here, factor, why }): Block => {
    const found = `${here.text}${factorText(factor)}`;
    const lines: [term: string, text: string][] =
      source === null
        ? [
            ['here', found],
            ['why', why],
          ]
        : [
            ['published', withRatio(published.text, published.ratio)],
            ['here', found],
            ['why they may differ', why],
          ];
    return {
      kind: 'facts',
      title: what,
      facts: lines.filter(([, text]) => text !== '').map(([term, text]) => ({ term, text })),
    };
  });
}

/** Whether published and here differ by more than a factor of two. */
export function isFarOff(factor: number): boolean {
  return factor > farOff || factor < 1 / farOff;
}

function ratioOf(ratio: number | null): Cell {
  return cell(ratio === null ? '-' : times(ratio));
}

function hereCell(here: GridClaim['here']): Cell {
  if (here.ratio === null) return cell('-', 'faint');
  const sub = intervalText(here);
  return { text: times(here.ratio), ...(sub === undefined ? {} : { sub }) };
}

function factorCell(factor: number | null): Cell {
  if (factor === null) return cell('-');
  if (!isFarOff(factor)) return cell(times(factor));
  return { text: times(factor), remark: 'more than a factor of two', tone: 'warning' };
}

/** The words of a source most often are two figures: their ratio is added. */
function withRatio(words: string, ratio: number | null): string {
  if (ratio === null || words.includes(times(ratio))) return words;
  return `${words} (ratio ${times(ratio)})`;
}

function factorText(factor: number | null): string {
  if (factor === null) return '';
  return `; ${times(factor)} times the published ratio${isFarOff(factor) ? ', more than a factor of two off' : ''}`;
}
