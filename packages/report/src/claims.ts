import type { Claim, Summary } from '@meteor-vs-mean/measure/results';
import { type Block, type Cell, cell, type Table, tableWith } from './document.ts';
import { intervalText } from './judgement.ts';
import { times } from './numbers.ts';
import { claimsOf, type FlooredClaim, farOff, isUnseen, type Outcome, outcomeOf } from './outcome.ts';

const ofRatios =
  'A ratio is the geometric mean of those within pairs, with its 95 % confidence interval: it is not exactly that of the two medians.';

const ofOutcomes =
  `Reproduced: within a factor of ${farOff} of the published ratio. Reversed: the other side is ahead. ` +
  'Different: further off, or no difference seen where one was published.';

/** Each claim in a row: the ratio published, if any is, the ratio here, and what became of it. */
export function claimsTable(summary: Summary): Table {
  const claims = claimsOf(summary);
  const beside = claims.some(({ published }) => published.ratio !== null || published.side !== undefined);
  const caption = beside ? 'Ratios, published and here' : 'Ratios';
  return tableWith(
    caption,
    [caption, ...(beside ? ['published', 'here', 'here / published', 'outcome'] : ['here'])],
    claims.map((claim) => ({
      label: claim.what,
      cells: beside
        ? [publishedCell(claim.published), hereCell(claim), factorCell(claim.factor), outcomeCell(claim)]
        : [hereCell(claim)],
    })),
    [{ text: beside ? `${ofRatios} ${ofOutcomes}` : ofRatios }],
  );
}

/** The lines "published / here / why they may differ" of every claim; of an experiment of ours nothing is published. */
export function claimBlocks(summary: Summary): Block[] {
  return claimsOf(summary).map((claim): Block => {
    const { what, published, here, why } = claim;
    const found = `${here.text}${isUnseen(claim) ? ', no difference seen' : ''}${outcomeText(claim)}`;
    const lines: [term: string, text: string][] =
      summary.plan.source === null
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

function publishedCell({ ratio, side }: Claim['published']): Cell {
  return cell(ratio === null ? (side === undefined ? '-' : `${side} 1`) : times(ratio));
}

function hereCell(claim: FlooredClaim): Cell {
  const { here } = claim;
  if (here.ratio === null) return cell('-', 'faint');
  const sub = intervalText(here);
  return {
    text: times(here.ratio),
    ...(sub === undefined ? {} : { sub }),
    ...(isUnseen(claim) ? { remark: 'no difference seen', tone: 'faint' } : {}),
  };
}

function factorCell(factor: number | null): Cell {
  return cell(factor === null ? '-' : times(factor));
}

/** How each outcome stands out in a table. */
const tones: Record<Outcome, Cell['tone']> = { reproduced: undefined, different: 'warning', reversed: 'bad' };

function outcomeCell(claim: FlooredClaim): Cell {
  const outcome = outcomeOf(claim);
  return outcome === undefined ? cell('-') : cell(outcome, tones[outcome]);
}

/** The words of a source most often are two figures: their ratio is added. */
function withRatio(words: string, ratio: number | null): string {
  if (ratio === null || words.includes(times(ratio))) return words;
  return `${words} (ratio ${times(ratio)})`;
}

/** `; 0.42 times the published ratio, so it is different`. */
function outcomeText(claim: FlooredClaim): string {
  const outcome = outcomeOf(claim);
  const factor = claim.factor === null ? '' : `; ${times(claim.factor)} times the published ratio`;
  return `${factor}${outcome === undefined ? '' : `, so it is ${outcome}`}`;
}
