import { Injectable, inject, isDevMode } from '@angular/core';
import { SwUpdate } from '@angular/service-worker';
import { Live } from '../live/live';
import { liveSocket } from '../live/socket';
import { HalfTyped } from './half-typed';
import { ownBuild } from './own-build';

/** Nobody who hasn't touched anything for so long is typing. */
const quiet_ms = 1000;

/** How often a page that waits for a quiet moment looks for one. */
const look_ms = 250;

/** The build for which this tab was loaded anew last: if that didn't bring it, it isn't tried again. */
const key = 'build';

/**
 * Learns of a new build, from the server with each connection and from the service worker, and takes it at the next
 * quiet moment: nothing is being typed, and all that was done is on the server. What is half typed `HalfTyped` brings along,
 * and what it doesn't is waited for.
 */
@Injectable()
export class Updates {
  readonly #live = inject(Live);
  readonly #socket = inject(liveSocket);
  readonly #halfTyped = inject(HalfTyped);
  readonly #worker = inject(SwUpdate);
  #touched = 0;
  #isComposing = false;
  #isDue = false;

  begin(): void {
    if (isDevMode()) return;
    for (const type of ['input', 'keydown', 'pointerdown', 'touchstart']) {
      document.addEventListener(type, () => this.#touch(), { passive: true });
    }
    document.addEventListener('compositionstart', () => this.#compose(true));
    document.addEventListener('compositionend', () => this.#compose(false));
    this.#socket.on('connect', () => void this.#ask());
    this.#worker.versionUpdates.subscribe(({ type }) => {
      if (type === 'VERSION_READY') void this.#ask();
    });
    // What it kept is damaged: only a page that is loaded anew is whole again.
    this.#worker.unrecoverable.subscribe(() => this.#take());
    void this.#ask();
  }

  #touch(): void {
    this.#touched = performance.now();
  }

  #compose(isComposing: boolean): void {
    this.#isComposing = isComposing;
    this.#touch();
  }

  async #ask(): Promise<void> {
    if (!this.#socket.connected) return;
    const reply = await this.#socket.emitWithAck('build').catch(() => undefined);
    if (!reply || !('result' in reply) || reply.result === null) return;
    if (reply.result !== ownBuild() && sessionStorage.getItem(key) !== reply.result) {
      sessionStorage.setItem(key, reply.result);
      this.#take();
    }
  }

  #take(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const look = setInterval(() => {
      if (!this.#isQuiet()) return;
      clearInterval(look);
      location.reload();
    }, look_ms);
  }

  #isQuiet(): boolean {
    // A reload without a connection would bring nothing new, and what was refused is there to be read.
    if (!this.#live.isOnline() || !this.#live.isSettled() || this.#live.kept().length > 0) return false;
    if (this.#halfTyped.hasUnkept()) return false;
    return document.hidden || (!this.#isComposing && performance.now() - this.#touched > quiet_ms);
  }
}
