import type { Statement } from '../letters.ts';

/** In the order and wording of the page. */
export const statements: readonly Statement[] = [
  {
    letter: 'a',
    says: 'It does not say its unit',
    isTrue: false,
    why: 'the axis says milliseconds',
  },
  {
    letter: 'b',
    says: 'Its axis does not begin at 0',
    isTrue: true,
    why: 'The lengths of the bars are compared by eye, and begin where it suits',
  },
  {
    letter: 'c',
    says: 'The load was closed: a slow answer held the next write back',
    isTrue: false,
    why: 'writes were due by a schedule, and latency counts from then. Many others do this; ask it first of any chart',
  },
  {
    letter: 'd',
    says: 'It averages percentiles',
    isTrue: true,
    why: 'The mean of the rounds’ p99s is the p99 of nothing: histograms are merged, and the percentile is read from the whole',
  },
  {
    letter: 'e',
    says: 'It leaves void rounds out without a word',
    isTrue: false,
    why: 'no round of that run was void; its report would list them',
  },
  {
    letter: 'f',
    says: 'It leaves out the slowest deliveries, and then speaks of a p99',
    isTrue: true,
    why: 'What the small print calls outliers is the very thing that a p99 is about',
  },
  {
    letter: 'g',
    says: 'The two bars are of different loads',
    isTrue: false,
    why: 'both rounds of a pair run on one schedule',
  },
  {
    letter: 'h',
    says: 'It does not say how far the rounds lie apart',
    isTrue: true,
    why: 'Each bar is the mean of its rounds, without a range or an interval: nobody can tell a difference from noise',
  },
];
