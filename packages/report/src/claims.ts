import { type Claim, type Summary, tablesOf } from '@meteor-vs-mean/measure/results';
import { type Block, type Cell, cell, type Table, tableWith } from './document.ts';
import { floorTimes } from './figure-floor.ts';
import { afterComma, intervalText, judge, type Remark } from './judgement.ts';
import { times } from './numbers.ts';

/** What became here of a ratio that somebody published. */
export type Outcome = 'reproduced' | 'different' | 'reversed';

/** A ratio that is further off than this is another one, and has to be explained. */
export const farOff = 2;

/** A claim with the noise floor that its ratio here is judged by; undefined of two loads, or where none is known. */
export type FlooredClaim = Claim & { floor?: number | undefined };

/** The claims of a run, with the floors of their figures and loads, which the plan names. */
export function claimsOf(summary: Summary): FlooredClaim[] {
  const tables = tablesOf(summary);
  const floorOf = (key: string): number | undefined => {
    const { figure, load, otherLoad } = summary.plan.claims.find((one) => one.key === key)?.here ?? {};
    if (load === undefined || otherLoad !== undefined) return undefined;
    const table = tables.find((one) => one.figure === figure && one.rows.includes(load));
    return table && floorTimes(table, load);
  };
  return summary.claims.map((claim) => ({ ...claim, floor: floorOf(claim.key) }));
}

/** Of a claim that was measured here and shows no difference. */
export function claimRemark({ here, floor }: Pick<FlooredClaim, 'here' | 'floor'>): Remark | undefined {
  const { ratio, interval } = here;
  return ratio === null ? undefined : judge({ mean: ratio, low: ratio, high: ratio, interval }, floor).remark;
}

/**
 * `reversed`: the other side is ahead here, whatever the factor. `different`: more than a factor of two off, or no
 * difference is seen here while the published one lies outside the interval, or without one outside the noise floor.
 * Else `reproduced`.
 * @returns undefined where nothing was published or nothing measured, or where noise without a bound could be all of it
 */
export function outcomeOf(claim: Pick<FlooredClaim, 'published' | 'here' | 'floor'>): Outcome | undefined {
  const { published, here, floor = 1 } = claim;
  const { ratio, interval } = here;
  const side = sideOf(published.ratio) ?? published.side;
  if (ratio === null || floor === Number.POSITIVE_INFINITY) return undefined;
  if (published.ratio === null && side === undefined) return undefined;
  const isOpen = claimRemark(claim) !== undefined;
  const sideHere = isOpen ? undefined : sideOf(ratio);
  if (side !== undefined && sideHere !== undefined && side !== sideHere) return 'reversed';
  if (published.ratio === null) return isOpen ? 'different' : 'reproduced';
  const factor = ratio / published.ratio;
  const { low, high } = interval ?? { low: 1 / floor, high: floor };
  const isLevel = isOpen && (published.ratio < low || published.ratio > high);
  return factor > farOff || factor < 1 / farOff || isLevel ? 'different' : 'reproduced';
}

/** On which side of 1 a ratio lies; undefined: on neither. */
function sideOf(ratio: number | null): 'below' | 'above' | undefined {
  if (ratio === null || ratio === 1) return undefined;
  return ratio < 1 ? 'below' : 'above';
}

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
    const found = `${here.text}${afterComma(claimRemark(claim))}${outcomeText(claim)}`;
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
  const remark = claimRemark(claim);
  return {
    text: times(here.ratio),
    ...(sub === undefined ? {} : { sub }),
    ...(remark === undefined ? {} : { remark, tone: 'faint' }),
  };
}

function factorCell(factor: number | null): Cell {
  return cell(factor === null ? '-' : times(factor));
}

/** The tone of each outcome in a table. */
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
