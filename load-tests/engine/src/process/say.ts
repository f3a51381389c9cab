import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Prints a line at once: of what a thread hands to console.log, the last lines are lost if Artillery ends it before they are out. */
export function say(line: string): void {
  try {
    if (isMainThread) console.log(line);
    else writeSync(1, `${line}\n`);
  } catch {
    // The pipe is full.
    console.log(line);
  }
}
