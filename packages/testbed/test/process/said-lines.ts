import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What a program that a test has started says, line by line. */
export interface SaidLines {
  /** Of both outputs, so far. */
  lines: string[];
  /** Resolves with the first line like it; rejects with all lines when the program ends without one. */
  line(pattern: RegExp): Promise<string>;
  /** Its status, or null if a signal ended it. */
  ended: Promise<number | null>;
}

/** @param child with pipes for its outputs @param name of the program, for the error */
export function saidLines(child: ChildProcess, name: string): SaidLines {
  const lines: string[] = [];
  const ended = once(child, 'close').then(([code]) => code as number | null);
  for (const output of [child.stdout, child.stderr]) {
    if (output === null) continue;
    createInterface(output).on('line', (text) => {
      lines.push(text);
      child.emit('said', text);
    });
  }
  return {
    lines,
    ended,
    async line(pattern) {
      for (;;) {
        const found = lines.find((text) => pattern.test(text));
        if (found !== undefined) return found;
        const over = await Promise.race([once(child, 'said'), ended.then(() => 'over' as const)]);
        if (over === 'over' && !lines.some((text) => pattern.test(text))) {
          throw new Error(`${name} ended without ${pattern}:\n${lines.join('\n')}`);
        }
      }
    },
  };
}
