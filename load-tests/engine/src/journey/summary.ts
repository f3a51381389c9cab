import type { Histogram } from 'hdr-histogram-js';
import type { JourneyAccount } from './account.ts';
import { allSteps } from './file.ts';

/** One line for the terminal: what became of the writes of a journey and of their deliveries, and how long these took. */
export function summariseJourney(account: JourneyAccount, dir: string): string {
  const { owed, seen, lost, doubled, outOfOrder, excused, unexpected, writes, views, users } = account;
  const { sent, acknowledged, refused, expected, unanswered } = writes;
  const wanted = expected > 0 ? `${expected} refused as expected, ` : '';
  return (
    `pubsub: a journey of ${users.arrived} users, ${users.completed} to its end: ${sent} writes, ${acknowledged} acknowledged, ` +
    `${refused} refused, ${wanted}${unanswered} unanswered; ${owed} deliveries owed, ${seen} seen, ${lost} lost, ` +
    `${doubled} doubled, ${outOfOrder} out of order, ${excused} excused, ${unexpected} unexpected; ` +
    `delivery to others ${timesOf(allSteps(account, 'delivery'))}; acknowledgement ${timesOf(allSteps(account, 'acknowledged'))}; ` +
    `${views.compared} views compared, ${views.differ} of ${views.documents} documents differ; ${dir}`
  );
}

function timesOf(times: Histogram): string {
  if (times.totalCount === 0) return 'not timed';
  const ms = (percentile: number) => (times.getValueAtPercentile(percentile) / 1000).toFixed(1);
  return `p50 ${ms(50)} p99 ${ms(99)} max ${(times.maxValue / 1000).toFixed(1)} ms`;
}
