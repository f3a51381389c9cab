import { join } from 'node:path';
import { root } from './sources.ts';

/** Where `serve`, `dev` and `start` keep what was typed, between starts. */
export const dataDir = join(root, '.data/mongo');
/** The database of both apps in there. */
export const database = 'app';
/** Of the page with both apps in it. */
export const pagePort = 3200;

/** For a `--port`. @throws one line that names the option */
export function portFrom(option: string, value: string | undefined, standard: number): number {
  const port = Number(value ?? standard);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`--${option} is '${value}': it must be a whole number from 1 to 65535`);
}
