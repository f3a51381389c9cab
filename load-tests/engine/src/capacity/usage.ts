import { sampleTree, type TreeSample } from '@meteor-vs-mean/testbed/sampler';

/** What the app's process and all that it started used during a run. */
export interface AppUsage {
  /** Cores, in the busiest stretch of three seconds. */
  cpu_cores: number;
  /** The most memory. */
  rss_bytes: number;
}

const interval_ms = 500;
const stretch_ms = 3000;

/** Samples a process until `stop` or `end` is called. */
export class UsageWatch {
  readonly #pid: number;
  readonly #samples: TreeSample[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => void this.#sample(), interval_ms);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /**
   * @param from_ns on the clock of process.hrtime: what the app did before, as greeting its users, doesn't count
   * @returns null if the process was gone
   */
  async stop(from_ns = 0n): Promise<AppUsage | null> {
    this.end();
    await this.#sample();
    return usageIn(this.#samples.filter(({ at_ns }) => at_ns >= from_ns));
  }

  async #sample(): Promise<void> {
    // An app that ends is the verdict of its level, and no failure of the search.
    const sample = await sampleTree(this.#pid).catch(() => undefined);
    if (sample) this.#samples.push(sample);
  }
}

/** Pure. @returns null with fewer than two samples */
export function usageIn(
  samples: readonly Pick<TreeSample, 'at_ns' | 'cpu_ms' | 'rss_bytes'>[],
): AppUsage | null {
  const last = samples.at(-1);
  if (!last || samples.length < 2) return null;
  const elapsed_ms = (from: { at_ns: bigint }, to: { at_ns: bigint }) => Number(to.at_ns - from.at_ns) / 1e6;
  const stretches = samples.flatMap((begin) => {
    const end = samples.find((one) => elapsed_ms(begin, one) >= stretch_ms) ?? last;
    const isWhole = begin === samples[0] || elapsed_ms(begin, end) >= stretch_ms;
    return isWhole ? [(end.cpu_ms - begin.cpu_ms) / elapsed_ms(begin, end)] : [];
  });
  return {
    cpu_cores: Math.max(...stretches),
    rss_bytes: Math.max(...samples.map(({ rss_bytes }) => rss_bytes)),
  };
}
