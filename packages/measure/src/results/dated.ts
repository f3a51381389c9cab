import path from 'node:path';
import { reference } from './places.ts';
import { resultsIn } from './runs.ts';

/** The prefix of a name: a day, and the time if two runs of that name are of one day. It sorts. */
const when = /^\d{4}-\d\d-\d\d(t\d{4})?-/;

/** The name of a folder without its day: `full-200` of `2026-01-02-full-200` and of `2026-01-02t0915-full-200`. */
export function undated(folder: string): string {
  return folder.replace(when, '');
}

/** @param taken folders that there are already @returns the folder for a run of that name that begins now */
export function dated(name: string, taken: readonly string[], now = new Date()): string {
  const [day, time] = [now.toISOString().slice(0, 10), now.toISOString().slice(11, 16).replace(':', '')];
  const folder = `${day}-${name}`;
  return taken.includes(folder) ? `${day}t${time}-${name}` : folder;
}

/** @param place holds results folders @returns the newest of them that has this name and a day before it, or null */
export async function newestNamed(name: string, place: string): Promise<string | null> {
  return (await resultsIn(place)).findLast((folder) => undated(folder) === name) ?? null;
}

/**
 * @param name without its day, such as `full-200`
 * @returns the path of the newest reference of that name
 * @throws one line if there is none
 */
export async function newestReference(name: string): Promise<string> {
  const newest = await newestNamed(name, reference);
  if (newest === null) throw new Error(`${reference} holds no run of the name ${name}`);
  return path.join(reference, newest);
}
