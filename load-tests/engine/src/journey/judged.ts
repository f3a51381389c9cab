import type { JsHistogram } from 'hdr-histogram-js';
import { decodeHistogram, makeHistogram } from '../histogram.ts';
import type { JourneyFile } from './file.ts';

/** What decides a level of a search for users: the delivery of writes to others, or their answers where nobody else is. */
export function judged({ steps, deliveries, writes }: JourneyFile) {
  const all = (which: 'delivery' | 'acknowledged') => {
    const sum = makeHistogram() as JsHistogram;
    for (const step of Object.values(steps)) sum.add(decodeHistogram(step[which]) as JsHistogram);
    return sum;
  };
  const delivery = all('delivery');
  const times = delivery.totalCount > 0 ? delivery : all('acknowledged');
  return {
    p99_ms: times.totalCount === 0 ? null : times.getValueAtPercentile(99) / 1000,
    owed: deliveries.owed,
    // Writes without an answer count as lost.
    lost: deliveries.lost + writes.refused + writes.unanswered,
  };
}
