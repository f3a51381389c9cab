/** Meteor's client gives a silent server so long to answer a ping. */
const answerWithin_ms = 15_000;

/** Notices a server that is gone without having said so: after a silence it pings, and then gives up. */
export class Heartbeat {
  /** Set by whoever hears from the server; cheap, because that is on every message. */
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
