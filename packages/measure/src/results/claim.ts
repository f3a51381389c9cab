import { median, type Ratios } from '@meteor-vs-mean/stats';
import { type Place, ratiosBetween, valuesAt } from './comparison.ts';
import type { SampleFigure } from './figure.ts';
import { ownFigure, sampleFigure } from './own-figure.ts';
import type { PlannedClaim } from './plan.ts';
import type { Round } from './round.ts';
import type { Claim, Summary } from './summary.ts';
import { whyNot } from './table.ts';

/** A claim of the plan, as it was measured here. */
export function claimOf(
  { key, what, published, here, why }: PlannedClaim,
  summary: Pick<Summary, 'plan' | 'results' | 'seed'>,
  rounds: readonly Round[],
): Claim {
  const { load, otherLoad = load, over } = here;
  const places: [Place, Place] = [
    { load, contestant: over[0] },
    { load: otherLoad, contestant: over[1] },
  ];
  const figure = sampleFigure(ownFigure(summary.plan.figures, here.figure));
  const found = ratiosBetween(rounds, figure, places[0], places[1], summary.seed);
  const ratio = found && found.each.length > 0 && found.beyond === 0 ? found.mean : null;
  return {
    key,
    what,
    published: { ...published },
    here: {
      text:
        found && ratio !== null
          ? ratioText(found, places, figure, rounds)
          : found && found.each.length > 0
            ? `no ratio: beyond what was waited for in ${found.beyond} of ${found.each.length + found.beyond} pairs`
            : missingText(places, figure, summary, rounds),
      ratio,
      interval: found && found.each.length > 0 ? found.interval : null,
    },
    factor: ratio === null || published.ratio === null ? null : ratio / published.ratio,
    why,
  };
}

/** 19,100 over 23,000 round trips/s: 0.83 (95 %: 0.81 to 0.86) */
function ratioText(
  { mean, interval, each, low, high }: Ratios,
  places: Place[],
  figure: SampleFigure,
  rounds: readonly Round[],
): string {
  const [a, b] = places.map((place) => {
    const middle = median(valuesAt(rounds, place, figure));
    return middle == null ? 'what never came' : short(middle);
  });
  const spread = interval
    ? `95 %: ${short(interval.low)} to ${short(interval.high)}`
    : each.length > 1
      ? `${each.length} pairs from ${short(low)} to ${short(high)}`
      : 'one pair';
  return `${a} over ${b} ${figure.shown.unit}: ${short(mean)} (${spread})`.replace(' :', ':');
}

function missingText(
  places: Place[],
  figure: SampleFigure,
  summary: Pick<Summary, 'plan' | 'results'>,
  rounds: readonly Round[],
): string {
  for (const place of places) {
    if (valuesAt(rounds, place, figure).some((value) => value !== null)) continue;
    const why = whyNot(summary, place.load, place.contestant, figure.name);
    return why === null ? 'no valid round' : `not run: ${why}`;
  }
  return 'no pair has both';
}

/** Three digits, and all before the point. */
function short(value: number): string {
  return value.toLocaleString(
    'en',
    Math.abs(value) < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  );
}
