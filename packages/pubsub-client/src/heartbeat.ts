/** How long Meteor's client waits for the answer to a ping. */
const answerWithin_ms = 15_000;

/** Detects a dead server: after a silence it pings, and reports a timeout if nothing follows. */
export class Heartbeat {
  /** Set on every message, so it must be cheap. */
  heard = true;
  readonly #timer: NodeJS.Timeout;
  #deadline: NodeJS.Timeout | undefined;

  constructor(interval_ms: number, ping: () => void, giveUp: (silent_ms: number) => void) {
    const wait_ms = Math.min(answerWithin_ms, interval_ms);
    this.#timer = setInterval(() => {
      if (this.heard) {
        this.heard = false;
        return;
      }
      ping();
      this.#deadline ??= setTimeout(() => {
        this.#deadline = undefined;
        if (!this.heard) giveUp(interval_ms + wait_ms);
      }, wait_ms);
    }, interval_ms);
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#deadline);
  }
}
