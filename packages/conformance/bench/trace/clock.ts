import type { Page } from 'playwright-core';

/** How a page's clock is read as the clock of the relays, `process.hrtime`. */
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
 * Both clocks against Date.now(), which all processes of a machine share: at the moment when it ticks over it is exact.
 */
export async function clockOf(page: Page): Promise<Clock> {
  const pages = await page.evaluate((count) => {
    const offsets: number[] = [];
    let before = Date.now();
    while (offsets.length < count) {
      const now = Date.now();
      const at_ms = performance.timeOrigin + performance.now();
      if (now !== before) offsets.push(at_ms - now);
      before = now;
    }
    return offsets;
  }, readings);
  const page_ms = middleOf(pages);
  const our_ms = middleOf(ownOffsets());
  return {
    ahead_ms: our_ms.middle - page_ms.middle,
    error_ms: our_ms.half + page_ms.half + pageStep_ms,
  };
}

/** Between two readings: what has changed meanwhile is in the error. */
export function between(one: Clock, other: Clock): Clock {
  const drift_ms = Math.abs(one.ahead_ms - other.ahead_ms);
  return {
    ahead_ms: (one.ahead_ms + other.ahead_ms) / 2,
    error_ms: Math.max(one.error_ms, other.error_ms) + drift_ms / 2,
  };
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

function middleOf(offsets: readonly number[]): { middle: number; half: number } {
  const sorted = offsets.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number;
  return { middle: at(0.5), half: (at(0.95) - at(0.05)) / 2 };
}
