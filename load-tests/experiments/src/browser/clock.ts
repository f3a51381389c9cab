import type { Page } from '@meteor-vs-mean/testbed/chromium';

/** How a page's clock is read as `process.hrtime`, the clock of this process. */
export interface Clock {
  /** To be added to `performance.timeOrigin + performance.now()` of the page. */
  ahead_ms: number;
  /** Half of the width in which nine of ten readings of both clocks lie, and the page's step. */
  error_ms: number;
}

/** Browsers tell the time in steps. */
const pageStep_ms = 0.1;
const readings = 100;

/**
 * Compares the clocks of pages and our own with Date.now(), which all processes of a machine share: it is exact at the
 * moment when it ticks over.
 * @returns one a page; between two of them our own clock cancels out
 */
export async function clocksOf(pages: readonly Page[]): Promise<Clock[]> {
  const theirs: Middle[] = [];
  for (const page of pages) theirs.push(await pageOffset(page));
  const ours = middleOf(ownOffsets());
  return theirs.map(({ middle, half }) => ({
    ahead_ms: ours.middle - middle,
    error_ms: ours.half + half + pageStep_ms,
  }));
}

/** Of the same pages before and after. @returns clocks in the middle: what they drifted meanwhile is in the error */
export function between(before: readonly Clock[], after: readonly Clock[]): Clock[] {
  return before.map((one, index) => {
    const other = after[index] as Clock;
    const drift_ms = Math.abs(one.ahead_ms - other.ahead_ms);
    return {
      ahead_ms: (one.ahead_ms + other.ahead_ms) / 2,
      error_ms: Math.max(one.error_ms, other.error_ms) + drift_ms / 2,
    };
  });
}

async function pageOffset(page: Page): Promise<Middle> {
  const offsets = await page.evaluate((count) => {
    const found: number[] = [];
    let before = Date.now();
    while (found.length < count) {
      const now = Date.now();
      const at_ms = performance.timeOrigin + performance.now();
      if (now !== before) found.push(at_ms - now);
      before = now;
    }
    return found;
  }, readings);
  return middleOf(offsets);
}

function ownOffsets(): number[] {
  const offsets: number[] = [];
  let before = Date.now();
  while (offsets.length < readings) {
    const now = Date.now();
    const at_ms = Number(process.hrtime.bigint()) / 1e6;
    if (now !== before) offsets.push(at_ms - now);
    before = now;
  }
  return offsets;
}

interface Middle {
  middle: number;
  half: number;
}

function middleOf(offsets: readonly number[]): Middle {
  const sorted = offsets.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number;
  return { middle: at(0.5), half: (at(0.95) - at(0.05)) / 2 };
}
