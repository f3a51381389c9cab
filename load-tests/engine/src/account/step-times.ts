import type { Events } from '../script/artillery.ts';

/** Only this many names have metrics: a name may contain a variable, and memory must not grow. */
const mostNames = 100;

/** Reports how long the steps take, and how many fail, by the name of the step. */
export class StepTimes {
  readonly #events: Events;
  readonly #names = new Set<string>();

  constructor(events: Events) {
    this.#events = events;
  }

  /**
   * Runs a step under its name.
   * @param run resolves with the milliseconds to report, or with nothing for the duration of the step
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most steps have nothing to return
  async time(name: string, run: () => Promise<number | void>): Promise<void> {
    const metric = `pubsub.step.${this.limited(name)}`;
    const began_ms = performance.now();
    this.#events.emit('counter', `${metric}.count`, 1);
    try {
      const took_ms = (await run()) ?? performance.now() - began_ms;
      this.#events.emit('counter', `${metric}.failed`, 0);
      this.#events.emit('histogram', metric, took_ms);
    } catch (error) {
      this.#events.emit('counter', `${metric}.failed`, 1);
      throw error;
    }
  }

  /** @returns the name that the metrics of a step have */
  limited(name: string): string {
    if (!this.#names.has(name) && this.#names.size >= mostNames) return 'other';
    this.#names.add(name);
    return name;
  }
}
