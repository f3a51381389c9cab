import { startBrowser } from './browser.ts';
import type { Size } from './experiment.ts';
import { openMeter } from './meter.ts';
import { startProgram } from './program.ts';
import type { Stage } from './stage.ts';

/** What a round is played with. */
export interface Scene {
  size: Size;
  seed: number;
  signal: AbortSignal;
}

/** A stage for one round. When it is disposed of, all that was started on it has ended, also what was just starting. */
export function openStage({ size, seed, signal }: Scene): Stage & AsyncDisposable {
  const over = new AbortController();
  const ends: (() => Promise<void>)[] = [];

  /** @param end is called once, when the stage is disposed of */
  function own<Thing>(starting: Promise<Thing>, end: (thing: Thing) => Promise<void>): Promise<Thing> {
    ends.push(() => starting.then(end, () => {}));
    return starting;
  }

  return {
    size,
    seed,
    signal,
    program: (file, options = {}) => {
      over.signal.throwIfAborted();
      return own(startProgram(file, options, over.signal), (program) => program.stop());
    },
    browser: () => {
      over.signal.throwIfAborted();
      return own(startBrowser(), (browser) => browser.close());
    },
    meter: (target, { roundTrip_ms = 0 } = {}) => {
      over.signal.throwIfAborted();
      return own(openMeter(target, roundTrip_ms), (meter) => meter.close());
    },
    async [Symbol.asyncDispose]() {
      over.abort(new Error('The round is over'));
      await Promise.all(ends.map((end) => end()));
    },
  };
}
