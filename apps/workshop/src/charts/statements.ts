/** Statements about the bad chart: some are true, some aren't. */
export interface Statement {
  letter: string;
  says: string;
  isLie: boolean;
  /** How to see it, or why it isn't true. */
  why: string;
}

/** In the order and wording of the page. */
export const statements: readonly Statement[] = [
  {
    letter: 'a',
    says: 'It does not say its unit',
    isLie: false,
    why: 'the axis says milliseconds',
  },
  {
    letter: 'b',
    says: 'Its axis does not begin at 0',
    isLie: true,
    why: 'The lengths of the bars are compared by eye, and begin where it suits',
  },
  {
    letter: 'c',
    says: 'The load was closed: a slow answer held the next write back',
    isLie: false,
    why: 'writes were due by a schedule, and latency counts from then. Many others do this; ask it first of any chart',
  },
  {
    letter: 'd',
    says: 'It averages percentiles',
    isLie: true,
    why: 'The mean of the rounds’ p99s is the p99 of nothing: histograms are merged, and the percentile is read from the whole',
  },
  {
    letter: 'e',
    says: 'It leaves void rounds out without a word',
    isLie: false,
    why: 'no round of that run was void; its report would list them',
  },
  {
    letter: 'f',
    says: 'It leaves out the slowest deliveries, and then speaks of a p99',
    isLie: true,
    why: 'What the small print calls outliers is the very thing that a p99 is about',
  },
  {
    letter: 'g',
    says: 'The two bars are of different loads',
    isLie: false,
    why: 'both rounds of a pair run on one schedule',
  },
  {
    letter: 'h',
    says: 'It does not say how far the rounds lie apart',
    isLie: true,
    why: 'Twelve rounds became one bar, without a range or an interval: nobody can tell a difference from noise',
  },
];
