import type { InsideSample, Probe } from '@meteor-vs-mean/testbed/sampler';
import { type Moment, sampleMoment, type Watched } from './usage.ts';

/** One line of a round's timeline.jsonl. */
export interface TimelineEntry extends Shown {
  /** Since the first write was due. */
  at_ms: number;
  /** What the app says of itself: event-loop delay and utilisation since the line before. */
  inside: InsideSample | null;
}

type Shown = Record<Exclude<keyof Watched, 'idle'>, { cpu_ms: number; rss_bytes: number } | null>;

const interval_ms = 500;

/** Samples a round's processes twice a second. Only light reads: nothing that would stop what is measured. */
export class Timeline implements Disposable {
  readonly entries: TimelineEntry[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(watched: Watched, probe: Probe | undefined, t0_ns: bigint) {
    this.#timer = setInterval(() => {
      const at_ms = Number(process.hrtime.bigint() - t0_ns) / 1e6;
      void Promise.all([sampleMoment(watched), probe?.sample().catch(() => null)]).then(
        ([moment, inside]) => {
          this.entries.push({ at_ms, ...short(moment), inside: inside ?? null });
        },
      );
    }, interval_ms);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function short(moment: Moment): Shown {
  const of = (name: keyof Shown) => {
    const sample = moment[name];
    return sample && { cpu_ms: sample.cpu_ms, rss_bytes: sample.rss_bytes };
  };
  return { app: of('app'), mongod: of('mongod'), generator: of('generator') };
}
