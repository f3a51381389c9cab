import { setTimeout as sleep } from 'node:timers/promises';

/**
 * When the next step of one user is due: when its flow would reach the step if no step took any time. A user that is late
 * thinks for less time until it has caught up. So the users of a slow app write as often, and the time that they wait counts.
 */
export class Pace {
  #due_ns = process.hrtime.bigint();

  get due_ns(): bigint {
    return this.#due_ns;
  }

  /** How late the next step is. */
  late_ms(): number {
    return Math.max(0, Number(process.hrtime.bigint() - this.#due_ns) / 1e6);
  }

  /** A time that the flow plans. */
  plan(time_ms: number): void {
    this.#due_ns += BigInt(Math.round(1e6 * time_ms));
  }

  /** Waits until the end of a planned time. */
  async think(time_ms: number): Promise<void> {
    this.plan(time_ms);
    const left_ms = Number(this.#due_ns - process.hrtime.bigint()) / 1e6;
    if (left_ms > 0) await sleep(left_ms);
  }

  /** The flow has waited for something that it doesn't plan: the next step is due now. */
  restart(): void {
    this.#due_ns = process.hrtime.bigint();
  }
}
