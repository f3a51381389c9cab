import { Injectable, inject, isDevMode } from '@angular/core';
import { SwUpdate } from '@angular/service-worker';
import { Live } from '../live/live';
import { liveSocket } from '../live/socket';
import { ownBuild } from './own-build';

/** How often a page with a new build checks whether it may reload. */
const interval_ms = 250;

/** The build for which this tab was last reloaded: a reload without success isn't repeated. */
const key = 'build';

/** What a reload would lose: an edit, an open question, a password. */
const open = '.editing, form.manage, dialog[open], [type=password]';

/** Learns of a new build on each connection and from the service worker, and reloads the page for it. */
@Injectable()
export class Updates {
  readonly #live = inject(Live);
  readonly #socket = inject(liveSocket);
  readonly #worker = inject(SwUpdate);

  begin(): void {
    if (isDevMode()) return;
    this.#socket.on('connect', () => void this.#ask());
    this.#worker.versionUpdates.subscribe(({ type }) => {
      if (type === 'VERSION_READY') void this.#ask();
    });
    // Its cache is damaged: only a reload repairs the page.
    this.#worker.unrecoverable.subscribe(() => this.#reload());
    void this.#ask();
  }

  async #ask(): Promise<void> {
    if (!this.#socket.connected) return;
    const reply = await this.#socket.emitWithAck('build').catch(() => undefined);
    if (!reply || !('result' in reply) || reply.result === null) return;
    if (reply.result !== ownBuild() && sessionStorage.getItem(key) !== reply.result) {
      sessionStorage.setItem(key, reply.result);
      this.#reload();
    }
  }

  /** Reloads as soon as nothing is pending or open, and notices are dismissed. */
  #reload(): void {
    const live = this.#live;
    const look = setInterval(() => {
      if (!live.isOnline() || !live.isSettled() || live.kept().length > 0) return;
      if (document.querySelector(open)) return;
      clearInterval(look);
      location.reload();
    }, interval_ms);
  }
}
