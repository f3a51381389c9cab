import { styleText } from 'node:util';

/**
 * Says on standard error what is going on, so that standard output holds the result alone. On a terminal the line of
 * the current work counts its seconds; elsewhere each step is one line.
 */
export interface Progress {
  /** A line that stays. */
  say(line: string): void;
  /** Starts a step, which ends with the next one or with `done`. */
  step(line: string): void;
  done(): void;
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let current = '';
  let started = 0;
  let timer: NodeJS.Timeout | undefined;
  const draw = () => {
    const seconds = Math.round((performance.now() - started) / 1000);
    stream.write(`\r\x1b[2K${styleText('dim', `${current} ${seconds} s`, { stream })}`);
  };
  const end = () => {
    if (!timer) return;
    clearInterval(timer);
    timer = undefined;
    stream.write('\r\x1b[2K');
  };
  return {
    say(line) {
      const resume = timer !== undefined;
      if (resume) stream.write('\r\x1b[2K');
      stream.write(`${line}\n`);
      if (resume) draw();
    },
    step(line) {
      end();
      current = line;
      started = performance.now();
      if (!stream.isTTY) {
        stream.write(`${line}\n`);
        return;
      }
      timer = setInterval(draw, 1000);
      timer.unref();
      draw();
    },
    done: end,
  };
}
