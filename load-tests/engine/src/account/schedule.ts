type Arrivals = 'poisson' | 'constant';

interface ScheduleOptions {
  /** A whole number; the same seed gives the same schedule on every machine. */
  seed: number;
  rate_per_s: number;
  duration_ms: number;
  /** Connections that write; write k is sent by writer k % writers. */
  writers: number;
  arrivals: Arrivals;
}

/** When each write is due, in microseconds from the start, in ascending order. Computed before the run. */
export interface Schedule extends ScheduleOptions {
  due_us: number[];
}

/**
 * Makes an open schedule, which doesn't wait for answers. It has `rate_per_s` x `duration_ms` writes, rounded. `poisson`
 * spreads them at random and independently, like a Poisson process with a given number of events (Cox & Lewis, The
 * Statistical Analysis of Series of Events, 1966, 2.1). `constant` has equal gaps.
 */
export function makeSchedule(options: ScheduleOptions): Schedule {
  const { seed, rate_per_s, duration_ms, arrivals } = options;
  const count = Math.round((rate_per_s * duration_ms) / 1000);
  const end_us = duration_ms * 1000;
  if (arrivals === 'constant') {
    const gap_us = 1e6 / rate_per_s;
    return { ...options, due_us: Array.from({ length: count }, (_, k) => Math.round(k * gap_us)) };
  }
  const random = randomOf(seed);
  const moments = Float64Array.from({ length: count }, () => Math.floor(random() * end_us));
  return { ...options, due_us: Array.from(moments.sort()) };
}

/** sfc32 (Chris Doty-Humphrey's small fast counting generator), two draws per number: 53 bits in [0, 1). */
function randomOf(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = seed | 0;
  let c = Math.floor(seed / 2 ** 32) | 0;
  let counter = 1;
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 20; i++) next(); // so that neighbouring seeds differ
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}
