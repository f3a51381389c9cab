import { median, type Ratios } from '@meteor-vs-mean/stats';
import { type MeasuredGrid, type Place, ratioOf, valuesAt, whyNot } from './cells.ts';
import { type PlannedClaim, plannedFigure } from './plan.ts';
import type { GridClaim } from './results.ts';

/** "Published / here / why they may differ": here as it was measured. */
export function claimOf(
  { key, what, published, here, why }: PlannedClaim,
  measured: MeasuredGrid,
): GridClaim {
  const { figure, load, otherLoad = load, over } = here;
  const places: [Place, Place] = [
    { load, target: over[0] },
    { load: otherLoad, target: over[1] },
  ];
  const found = ratioOf(measured, figure, ...places);
  const ratio = found && found.beyond === 0 ? found.mean : null;
  const { unit } = plannedFigure(measured.figures, figure);
  return {
    key,
    what,
    published: { ...published },
    here: {
      text:
        found && ratio !== null
          ? told(found, places, figure, unit, measured)
          : found
            ? `no ratio: beyond what was waited for in ${found.beyond} of ${found.each.length + found.beyond} repeats`
            : missing(places, figure, measured),
      ratio,
      interval: found?.interval ?? null,
    },
    factor: ratio === null || published.ratio === null ? null : ratio / published.ratio,
    why,
  };
}

/** 19,100 over 23,000 round trips/s: 0.83 (95 %: 0.81 to 0.86) */
function told(
  { mean, interval, each, low, high }: Ratios,
  places: Place[],
  figure: string,
  unit: string,
  measured: MeasuredGrid,
) {
  const [a, b] = places.map((place) => {
    const middle = median(valuesAt(measured, place, figure).map(({ value }) => value));
    return middle == null ? 'what never came' : short(middle);
  });
  const spread = interval
    ? `95 %: ${short(interval.low)} to ${short(interval.high)}`
    : each.length > 1
      ? `${each.length} pairs from ${short(low)} to ${short(high)}`
      : 'one pair';
  return `${a} over ${b} ${unit}: ${short(mean)} (${spread})`.replace(' :', ':');
}

function missing(places: Place[], figure: string, measured: MeasuredGrid): string {
  for (const place of places) {
    if (valuesAt(measured, place, figure).some(({ value }) => value !== null)) continue;
    const why = whyNot(measured, place, figure);
    return why === null ? 'no valid round' : `not run: ${why}`;
  }
  return 'no repeat has both';
}

/** Three digits, and all before the point. */
function short(value: number): string {
  return value.toLocaleString(
    'en',
    Math.abs(value) < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  );
}
