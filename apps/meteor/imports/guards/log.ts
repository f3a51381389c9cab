import { format } from 'node:util';
import { boundedLog } from '@meteor-vs-mean/guards/bounded-log';

/** Meteor prints what clients send, as it came: all that is printed goes through such a log. */
export function boundConsole(): void {
  const { log, error } = console;
  const toOut = boundedLog((line) => log.call(console, '%s', line));
  const toErr = boundedLog((line) => error.call(console, '%s', line));
  console.log = console.info = console.debug = (...args: unknown[]) => toOut(format(...args));
  console.error = console.warn = (...args: unknown[]) => toErr(format(...args));
}
