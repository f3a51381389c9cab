import { say } from '../process/say.ts';
import { claim } from './files.ts';

/**
 * Reports how answers were read with `answer: auto`, so that a user can check it.
 * @param readings such as `ok: { ok: true }`
 * @param dir the folder of the run, where its threads and processes agree on which one reports it
 */
export function sayAnswers(readings: Iterable<string>, dir: string): void {
  for (const reading of readings) {
    if (claim(dir, `answers-${reading.replace(/\W+/g, '-')}`, '')) printAnswers(reading);
  }
}

export function printAnswers(reading: string): void {
  say(`pubsub: answers were read as ${reading}`);
}
