import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Line } from './line.ts';

const chunk_bytes = 256 * 1024;

/** @returns the logs of a folder */
export function logsIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => /^journey-.*\.log$/.test(name))
    .map((name) => join(dir, name));
}

/**
 * Reads the lines of all logs in the order of their times, a chunk of each file at a time. The lines of one file are in
 * their order already, but for deliveries, which are written when they are processed: one of these keeps its place.
 */
export function* mergedLines(files: readonly string[]): Generator<Line> {
  const heads: Head[] = [];
  try {
    for (const file of files) heads.push(new Head(file));
    for (;;) {
      let first: Head | undefined;
      for (const head of heads) {
        if (head.line !== undefined && (first === undefined || head.at_us < first.at_us)) first = head;
      }
      if (first?.line === undefined) return;
      yield first.line;
      first.advance();
    }
  } finally {
    for (const head of heads) head.close();
  }
}

/** One file, and its next line. */
class Head {
  line: Line | undefined;
  /** The newest time up to that line. */
  at_us = 0;
  readonly #file: number;
  readonly #decoder = new StringDecoder('utf8');
  readonly #chunk = Buffer.alloc(chunk_bytes);
  #lines: string[] = [];
  #next = 0;
  #rest = '';

  constructor(file: string) {
    this.#file = openSync(file, 'r');
    this.advance();
  }

  advance(): void {
    while (this.#next === this.#lines.length) {
      const count = readSync(this.#file, this.#chunk);
      if (count === 0) {
        // A process that was killed may have left half a line.
        this.line = undefined;
        return;
      }
      this.#lines = (this.#rest + this.#decoder.write(this.#chunk.subarray(0, count))).split('\n');
      this.#rest = this.#lines.pop() ?? '';
      this.#next = 0;
    }
    this.line = JSON.parse(this.#lines[this.#next++] as string) as Line;
    this.at_us = Math.max(this.at_us, this.line[1]);
  }

  close(): void {
    closeSync(this.#file);
  }
}
