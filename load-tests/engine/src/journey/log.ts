import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Line } from './line.ts';

/** So much text is kept before it is written. */
const batch_bytes = 64 * 1024;
const batch_ms = 1000;

/** Scenarios of this thread: each has a log of its own. */
let logs = 0;

/** What the users of one scenario in one thread did and got, line by line: appended to a file in batches. */
export class JourneyLog {
  readonly #file: string;
  #batch: string[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(dir: string) {
    this.#file = join(dir, `journey-${process.pid}-${threadId}-${logs++}.log`);
  }

  write(line: Line): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#batch.push(text);
    this.#bytes += text.length;
    if (this.#bytes >= batch_bytes) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), batch_ms).unref();
  }

  /** Writes what is kept. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#batch.length === 0) return;
    appendFileSync(this.#file, this.#batch.join(''));
    this.#batch = [];
    this.#bytes = 0;
  }
}
