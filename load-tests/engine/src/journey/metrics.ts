import type { Histogram, JsHistogram } from 'hdr-histogram-js';
import type { JourneyAccount } from './account.ts';

interface Store {
  constructor: new () => Store;
}

interface Parts {
  mapping: unknown;
  store: Store;
  negativeStore: Store;
  zeroCount: number;
  min: number;
  max: number;
  sum: number;
}

/** A histogram of Artillery's. */
interface Sketch extends Parts {
  accept(value: number, weight: number): void;
  constructor: new (parts: Parts) => Sketch;
}

/** What a thread of Artillery reports when it has ended, as far as the account is added to it. */
export interface Report {
  counters: Record<string, number>;
  histograms: Record<string, Sketch>;
}

/**
 * Adds the account to the last report of a thread, so that it is in Artillery's own, and thresholds (`ensure`) can ask for
 * it. Metrics that are emitted when the last virtual user has ended aren't in it any more.
 */
export function addToReport(report: Report, account: JourneyAccount): void {
  const { owed, seen, lost, doubled, outOfOrder, excused, unexpected, writes, views } = account;
  const counts = {
    ...writes,
    ...{ owed, seen, lost, doubled, excused, unexpected },
    out_of_order: outOfOrder,
    refused_expected: writes.expected,
    views_compared: views.compared,
    views_differ: views.differ,
  };
  for (const [name, count] of Object.entries(counts)) {
    if (name === 'expected') continue;
    report.counters[`pubsub.${name}`] = (report.counters[`pubsub.${name}`] ?? 0) + count;
  }
  // There is one as soon as a virtual user has ended.
  const [some] = Object.values(report.histograms);
  if (some === undefined) return;
  for (const [step, { delivery }] of account.steps) {
    if (delivery.histogram.totalCount === 0) continue;
    const sketch = emptyOne(some);
    for (const [value_us, count] of valuesOf(delivery.histogram)) sketch.accept(value_us / 1000, count);
    report.histograms[`pubsub.journey.${step}.delivery`] = sketch;
  }
}

/** Artillery doesn't export the class of its histograms. */
function emptyOne({ constructor: Histogram, mapping, store, negativeStore }: Sketch): Sketch {
  return new Histogram({
    mapping,
    store: new store.constructor(),
    negativeStore: new negativeStore.constructor(),
    zeroCount: 0,
    min: Infinity,
    max: -Infinity,
    sum: 0,
  });
}

function* valuesOf(histogram: Histogram): Generator<[value: number, count: number]> {
  const { recordedValuesIterator: iterator } = histogram as JsHistogram;
  iterator.reset();
  while (iterator.hasNext()) {
    const { valueIteratedTo, countAddedInThisIterationStep } = iterator.next();
    yield [valueIteratedTo, countAddedInThisIterationStep];
  }
}
