import { claim } from './files.ts';
import { say } from './say.ts';

/**
 * Says how answers were read, where the script leaves it to `answer: auto`: a reader can then see whether it was right.
 * @param readings such as `ok: { ok: true }`
 * @param dir the folder of the run, in which all its threads and processes agree on who says it
 */
export function sayAnswers(readings: Iterable<string>, dir: string): void {
  for (const reading of readings) {
    if (claim(dir, `answers-${reading.replace(/\W+/g, '-')}`, '')) printAnswers(reading);
  }
}

export function printAnswers(reading: string): void {
  say(`pubsub: answers were read as ${reading}`);
}
