import { ownClaim, ownTables } from '@meteor-vs-mean/measure/run';
import { measureClicks } from '../clicks.ts';
import type { Part } from './part.ts';

const sizes = {
  toy: { count: 3, warmUp: 2 },
  quick: { count: 40, warmUp: 10 },
  full: { count: 100, warmUp: 10 },
};

/** From a click in one browser until another shows it. */
export const clicksPart: Part = ({ size, count, among, targets }) => {
  const { pairs, baseline: stack } = among;
  const clicks = { ...sizes[size], count: count ?? sizes[size].count };
  const baseline = `${stack}-${stack}`;
  const columns = pairs.map(({ key }) => key);
  const isBoth = ['meteor-meteor', 'mean-mean'].every((key) => columns.includes(key));
  return {
    loads: [
      {
        key: 'click',
        title: `${clicks.count} clicks, one at a time`,
        targets: columns,
        baseline,
        measure: async (target, testbed) => {
          const pair = pairs.find(({ key }) => key === target) as (typeof pairs)[number];
          const [from, to] = [await targets.built(pair.from), await targets.built(pair.to)];
          return measureClicks(from, to, clicks, testbed);
        },
      },
    ],
    tables: ownTables({ rows: ['click'], columns, baseline, notes }, [
      ['p50', 'half of the clicks are shown within', 'ms'],
      ['p95', '95 of 100 clicks are shown within', 'ms'],
      [
        'clocksApart',
        'the clocks of the two pages lie apart by',
        'ms',
        {
          baseline: null,
          notes: ['By how much the reader’s clock is later than the writer’s: that is taken off each time.'],
        },
      ],
    ]),
    claims: isBoth
      ? [
          ownClaim('click', 'a click on Meteor over one on MEAN', {
            figure: 'p50_ms',
            load: 'click',
            over: ['meteor-meteor', 'mean-mean'],
          }),
        ]
      : [],
  };
};

const notes = [
  'From the click’s own timeStamp in one page until a MutationObserver in the other sees the row change; painting comes after. A click that doesn’t show within 5 s is lost, and slower than all that came.',
];
