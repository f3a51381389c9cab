import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@meteor-vs-mean/contract';
import type { Sample } from '@meteor-vs-mean/measure/run';
import { insertList } from '@meteor-vs-mean/testbed/apps';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { between, clocksOf } from './clock.ts';

/** A click that takes longer to show is lost. */
const patience_ms = 5_000;

/** An app refuses a connection's calls beyond a number in ten seconds: clicks must not come faster than that. */
const leastPause_ms = limits.calls.per_ms / limits.calls.count;

/** How many clicks count, and how many come before them: compilers have to see first what is used. */
export interface Clicks {
  count: number;
  warmUp: number;
}

/**
 * Clicks the mark of a todo in one browser's page, and waits until the row shows it in another one's.
 * @param from what the page is of in which is clicked
 * @param to what the page is of that shows it: the same, or another app on the same database
 */
export async function measureClicks(
  from: Build,
  to: Build,
  { count, warmUp }: Clicks,
  testbed: RoundTestbed,
): Promise<Sample> {
  const db = testbed.database();
  const path = await insertList(db, 'clicked', [{ _id: 'todo', text: 'click me' }]);
  const writing = await testbed.start(from, { database: db });
  const reading = from === to ? writing : await testbed.start(to, { database: db });
  const writer = await testbed.page(`${writing.url}${path}`);
  const reader = await testbed.page(`${reading.url}${path}`);
  const pages = [writer.page, reader.page];
  const before = await clocksOf(pages);
  const clicks: { clicked_ms: number; row_ms: number | undefined }[] = [];
  for (let n = -warmUp; n < count; n += 1) {
    const done = !(await writer.isDone());
    await reader.watchFor(done);
    await writer.click();
    const row_ms = await reader.shown(patience_ms);
    // What was lost must not be taken for the next one.
    if (row_ms === undefined) await reader.reload();
    if (n >= 0) clicks.push({ clicked_ms: await writer.clickedAt(), row_ms });
    // Not in step with anything that an app does at intervals.
    await pause(leastPause_ms + ((testbed.seed * 11 + (n + warmUp) * 37) % 40));
  }
  const clocks = between(before, await clocksOf(pages));
  const [ofWriter, ofReader] = clocks as [(typeof clocks)[number], (typeof clocks)[number]];
  const clocksApart_ms = ofWriter.ahead_ms - ofReader.ahead_ms;
  return sampleOf(
    clicks.map(({ clicked_ms, row_ms = Infinity }) => row_ms - clicked_ms - clocksApart_ms),
    { clocksApart_ms, clockError_ms: Math.max(...clocks.map(({ error_ms }) => error_ms)) },
  );
}

/** @param latencies_ms of all clicks; Infinity: it was lost */
export function sampleOf(
  latencies_ms: readonly number[],
  { clocksApart_ms, clockError_ms }: { clocksApart_ms: number; clockError_ms: number },
): Sample {
  const sorted = latencies_ms.toSorted((a, b) => a - b);
  // The smallest value that so many of all clicks don't exceed.
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] as number;
  const lost = sorted.filter((each) => each === Infinity).length;
  return {
    figures: { p50_ms: rank(0.5), p95_ms: rank(0.95), clocksApart_ms, clockError_ms },
    accounts: [{ what: 'clicks', owed: sorted.length, seen: sorted.length - lost, lost }],
    clockError_ms,
    // Infinity is null in JSON.
    texts: { 'latencies.json': JSON.stringify(latencies_ms) },
  };
}
