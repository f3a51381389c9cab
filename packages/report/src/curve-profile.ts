import type { CurveProfile, Grown, Summary } from '@meteor-vs-mean/measure/results';
import { curveName } from './curves-table.ts';
import { type Block, type Row, rowOf, type Table, tableWith, text } from './document.ts';
import { percent, short, whole } from './numbers.ts';

/** Code that grew by less than this share of all growth isn't told: with so few samples it may be chance. */
const leastShare = 0.02;
/** Profiles of two rounds that differ by less than this share differ by chance. */
const leastGrowth = 0.1;

/** Where a write's time went at both ends of a curve; what grew most comes first. */
export function curveProfiles(summary: Summary): Block[] {
  return summary.curves.flatMap((curve): Block[] => {
    const { profile } = curve;
    if (!profile) return [];
    const name = curveName(curve, summary);
    const isGrown = grownBy(allOf(profile)) > leastGrowth * profile.low.us_per_write;
    return [isGrown ? profileTable(name, profile) : text(flatText(name, profile), 'faint')];
  });
}

function allOf({ low, high }: CurveProfile): Grown {
  return { name: 'all code', low_us: low.us_per_write, high_us: high.us_per_write };
}

function grownBy({ low_us, high_us }: Grown): number {
  return high_us - low_us;
}

const micro = (value: number): string => `${short(value)} µs`;

function flatText(name: string, { low, high }: CurveProfile): string {
  return (
    `${name}, profiled: a write takes ${micro(low.us_per_write)} with ${queriesText(low)} and ` +
    `${micro(high.us_per_write)} with ${queriesText(high)}, so no code is seen to grow.`
  );
}

function queriesText({ queries }: { queries: number }): string {
  return `${whole(queries)} live ${queries === 1 ? 'query' : 'queries'}`;
}

function profileTable(name: string, profile: CurveProfile): Table {
  const { low, high, code } = profile;
  const all = allOf(profile);
  const row = (one: Grown): Row =>
    rowOf(one.name, [
      micro(one.low_us),
      micro(one.high_us),
      micro(grownBy(one)),
      percent(grownBy(one) / grownBy(all), 0),
    ]);
  const isTold = (one: Grown) => grownBy(one) >= leastShare * grownBy(all);
  return tableWith(
    `${name}: self time for each write, what grew most first`,
    ['code', queriesText(low), queriesText(high), 'more', 'of the growth'],
    [
      ...code
        .filter(isTold)
        .flatMap(({ functions, ...one }) => [
          row(one),
          ...functions.filter(isTold).map((each) => ({ ...row(each), under: true })),
        ]),
      row(all),
    ],
    [
      {
        text:
          `V8's profile of the app's main thread while it was written, in rounds ${low.round} and ${high.round}, which count ` +
          'in no figure: a profiler slows what it looks at. Waiting for a core is left out. A function without a name is ' +
          'told by its line. What became quicker takes from the sum, so shares may come to more than all.',
        tone: 'faint',
      },
    ],
  );
}
