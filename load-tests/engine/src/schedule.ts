type Arrivals = 'poisson' | 'constant';

interface ScheduleOptions {
  /** Any whole number; the same seed gives the same schedule on every machine. */
  seed: number;
  rate_per_s: number;
  duration_ms: number;
  /** Connections that write; write k is sent by writer k % writers. */
  writers: number;
  arrivals: Arrivals;
}

/** When each write is due, in microseconds from the start, ascending. Computed before the run. */
export interface Schedule extends ScheduleOptions {
  due_us: number[];
}

/**
 * An open schedule: it doesn't wait for anything to be answered.
 * `poisson` has exponential gaps, as independent writers make them; `constant` has equal ones.
 */
export function makeSchedule(options: ScheduleOptions): Schedule {
  const { seed, rate_per_s, duration_ms, arrivals } = options;
  const random = randomOf(seed);
  const mean_us = 1e6 / rate_per_s;
  const end_us = duration_ms * 1000;
  const due_us: number[] = [];
  if (arrivals === 'constant') {
    for (let k = 0; k * mean_us < end_us; k++) due_us.push(Math.round(k * mean_us));
  } else {
    // 1 - random() is in (0, 1], so the logarithm is finite.
    for (let at_us = 0; ; ) {
      at_us += -Math.log(1 - random()) * mean_us;
      if (at_us >= end_us) break;
      due_us.push(Math.round(at_us));
    }
  }
  return { ...options, due_us };
}

/** sfc32 (Chris Doty-Humphrey's small fast counting generator), two draws to a number: 53 bits in [0, 1). */
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
  for (let i = 0; i < 20; i++) next(); // neighbouring seeds part ways
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}
