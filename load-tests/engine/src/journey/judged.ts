import type { Histogram, JsHistogram } from 'hdr-histogram-js';
import { decodeHistogram, makeHistogram } from '../account/histogram.ts';
import type { JourneyFile } from './file.ts';

/** The times that decide: of deliveries to others, or of answers where nobody else is. */
export function timesOf({ steps }: Pick<JourneyFile, 'steps'>): Histogram {
  const all = (which: 'delivery' | 'acknowledged') => {
    const sum = makeHistogram() as JsHistogram;
    for (const step of Object.values(steps)) sum.add(decodeHistogram(step[which]) as JsHistogram);
    return sum;
  };
  const delivery = all('delivery');
  return delivery.totalCount > 0 ? delivery : all('acknowledged');
}

/** What decides a level of a search for users. */
export function judged({ steps, deliveries, writes }: JourneyFile) {
  const times = timesOf({ steps });
  return {
    p99_ms: times.totalCount === 0 ? null : times.getValueAtPercentile(99) / 1000,
    owed: deliveries.owed,
    // Writes without an answer count as lost.
    lost: deliveries.lost + writes.refused + writes.unanswered,
  };
}
