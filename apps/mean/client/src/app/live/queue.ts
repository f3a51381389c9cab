import type { Write } from './overlay';
import type { KeptWrite, QueueStore } from './queue-store';

/** What a queue tells its page of the others. */
interface QueueListener {
  /** Another page has added something. */
  added(): void;
  /** Another page has brought a write to its end. */
  ended(id: string): void;
}

type News = { owner: string; ended?: string };

/**
 * Writes that outlive their page, in the order in which they were done: those of one account, or of the guest. All pages
 * of this browser share them, and take turns at sending them. Only where there are IndexedDB and Web Locks, which
 * browsers give to secure pages: elsewhere writes last as long as their page.
 */
export class Queue {
  readonly #store: Promise<QueueStore | undefined>;
  readonly #pages: BroadcastChannel | undefined;
  /** Undefined until it is known who is logged in. */
  owner: string | undefined;

  constructor(listener: QueueListener, isSupported = globalThis.indexedDB && globalThis.navigator?.locks) {
    this.#store = isSupported
      ? import('./queue-store').then(({ openQueueStore }) => openQueueStore()).catch(() => undefined)
      : Promise.resolve(undefined);
    if (!isSupported) return;
    this.#pages = new BroadcastChannel('queue');
    this.#pages.onmessage = ({ data: { owner, ended } }: MessageEvent<News>) => {
      if (owner !== this.owner) return;
      if (ended === undefined) listener.added();
      else listener.ended(ended);
    };
  }

  /** Whether pages share writes here at all. */
  get isShared(): boolean {
    return this.#pages !== undefined;
  }

  /** Keeps it; a browser that can't leaves it as it is. */
  async keep(write: Write): Promise<void> {
    const { owner } = this;
    if (!this.isShared || owner === undefined || write.kept) return;
    write.kept = this.#add(owner, write);
    await write.kept;
  }

  async #add(owner: string, { id, method, input, effects }: Write): Promise<number | undefined> {
    try {
      const kept = { id, owner, method, input, effects: [...effects.values()] };
      const n = await (await this.#store)?.add(kept);
      if (n !== undefined) this.#tell({ owner });
      return n;
    } catch {
      return undefined; // there may be no room
    }
  }

  /** It is answered, or given up. */
  async end(write: Write): Promise<void> {
    const { owner } = this;
    const n = await write.kept;
    if (n === undefined || owner === undefined) return;
    await (await this.#store)?.remove(n).catch(() => {}); // sent once more then, which changes nothing
    this.#tell({ owner, ended: write.id });
  }

  /** What is kept, in order. */
  async all(): Promise<KeptWrite[]> {
    if (this.owner === undefined) return [];
    return (await (await this.#store)?.all(this.owner).catch(() => [])) ?? [];
  }

  /** Does something when it is this page's turn among all that have the owner's writes. */
  async inTurn(work: () => Promise<void>): Promise<void> {
    await navigator.locks.request(`queue ${this.owner}`, work);
  }

  #tell(news: News): void {
    this.#pages?.postMessage(news);
  }
}
