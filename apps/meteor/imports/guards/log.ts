import { format } from 'node:util';
import { boundedLog } from '@meteor-vs-mean/guards/bounded-log';

/** Meteor logs text from clients unchanged, so all of its output goes through a bounded log. */
export function boundConsole(): void {
  const { log, error } = console;
  const toOut = boundedLog((line) => log.call(console, '%s', line));
  const toErr = boundedLog((line) => error.call(console, '%s', line));
  console.log = console.info = console.debug = (...args: unknown[]) => toOut(format(...args));
  console.error = console.warn = (...args: unknown[]) => toErr(format(...args));
}
