import type { Lane, Mark, Sample } from './lane.ts';

/** Of samples in milliseconds: the smallest value that so many percent of them don't exceed, and the mean. */
export interface Spread {
  p5_ms: number;
  p25_ms: number;
  p50_ms: number;
  p75_ms: number;
  p95_ms: number;
  /** Means of steps add up to the mean of the whole; medians don't. */
  mean_ms: number;
}

export interface Step extends Spread {
  /** For instance 'act-call'. */
  name: string;
  from: Mark | 'act';
  to: Mark;
}

/** The way from the act to the other browser. `check` is left out where an app asks nothing before it writes. */
const way: readonly Mark[] = ['call', 'check', 'write', 'learned', 'change', 'row'];

/** What happens beside it. */
const beside: readonly [from: Mark | 'act', to: Mark][] = [
  ['act', 'ownRow'],
  ['write', 'acknowledged'],
  ['acknowledged', 'learned'],
  ['act', 'answer'],
  ['act', 'confirmed'],
];

/** What is written down of one kind of write on one stack. */
export interface LaneSummary {
  /** For instance 'meteor-add'. */
  name: string;
  stack: Lane['stack'];
  write: Lane['write'];
  learnedFrom: string;
  writes: number;
  /** From the act to the row in the other browser, without relays. */
  plain: Spread;
  /** The same, through relays. */
  traced: Spread;
  /** The medians' difference, and its part of the whole without relays. */
  relaysAdd_ms: number;
  relaysAdd_share: number;
  /** Of the steps' medians. It isn't the median of the whole: medians don't add up. */
  sumOfSteps_ms: number;
  steps: Step[];
  /** Some may be negative: what is told apart here needn't come one after the other. */
  beside: Step[];
  /** Each mark, from the act on. */
  marks: Partial<Record<Mark, Spread>>;
  /** From the act to the own row, without relays. */
  plainOwnRow: Spread;
}

/** @param traced and plain: the same stack and write */
export function summaryOf(traced: Lane, plain: Lane): LaneSummary {
  const { stack, write, learnedFrom = '', samples } = traced;
  const has = (mark: Mark) => samples.every((sample) => sample[mark] !== undefined);
  const marks = way.filter(has);
  const steps = marks.map((to, n) => stepOf(samples, marks[n - 1] ?? 'act', to));
  const wholes = spreadOf(valuesOf(samples, 'row'));
  const plainWholes = spreadOf(valuesOf(plain.samples, 'row'));
  const named = [...new Set([...way, ...beside.map(([, to]) => to)])].filter((mark) =>
    samples.some((sample) => sample[mark] !== undefined),
  );
  return {
    ...{ name: `${stack}-${write}`, stack, write, learnedFrom },
    writes: samples.length,
    plain: plainWholes,
    traced: wholes,
    relaysAdd_ms: rounded(wholes.p50_ms - plainWholes.p50_ms),
    relaysAdd_share: rounded(wholes.p50_ms / plainWholes.p50_ms - 1),
    sumOfSteps_ms: rounded(steps.reduce((sum, { p50_ms }) => sum + p50_ms, 0)),
    steps,
    beside: beside.filter(([, to]) => named.includes(to)).map(([from, to]) => stepOf(samples, from, to)),
    marks: Object.fromEntries(named.map((mark) => [mark, spreadOf(valuesOf(samples, mark))])),
    plainOwnRow: spreadOf(valuesOf(plain.samples, 'ownRow')),
  };
}

/** Of the samples that have both marks. */
function stepOf(samples: readonly Sample[], from: Mark | 'act', to: Mark): Step {
  const lengths = samples.flatMap((sample) => {
    const [start, end] = [from === 'act' ? 0 : sample[from], sample[to]];
    return start === undefined || end === undefined ? [] : [end - start];
  });
  return { name: `${from}-${to}`, from, to, ...spreadOf(lengths) };
}

function valuesOf(samples: readonly Sample[], mark: Mark): number[] {
  return samples.flatMap((sample) => sample[mark] ?? []);
}

/** @throws if there is none */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('There is nothing to take percentiles of.');
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (share: number) =>
    rounded(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number);
  return {
    ...{ p5_ms: rank(0.05), p25_ms: rank(0.25), p50_ms: rank(0.5), p75_ms: rank(0.75), p95_ms: rank(0.95) },
    mean_ms: rounded(values.reduce((sum, value) => sum + value, 0) / values.length),
  };
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
