import { readFile } from 'node:fs/promises';

/** How users of a flow come, and how long all of them are there. */
export interface Presence {
  /** Spread over so long, the length of the flow, some are at each of its steps at any time. */
  arriving_s: number;
  /** For so long all are there at once: one that is done is replaced. */
  duration_s: number;
}

/** How the virtual users of a run fared, by Artillery's own count. */
export interface Users {
  arrived: number;
  completed: number;
  /** Those that had no place among the users at once. */
  skipped: number;
  /** How long a flow took, on average; null where none came to its end. */
  flow_s: number | null;
}

/** The phase in which all are there. */
const allThere = 'all at once';
/** More at a time only queue before the app. */
const mostArrivals_per_s = 100;

/** How long so many users take to arrive, in whole seconds. */
export function arriving_s(users: number, flow_s = 0): number {
  return Math.max(1, Math.ceil(Math.max(users / mostArrivals_per_s, flow_s)));
}

/** Artillery's phases, for so many users at once. */
export function phasesOf(users: number, { arriving_s, duration_s }: Presence): object[] {
  const arrivalRate = Math.ceil(users / arriving_s);
  return [
    { duration: arriving_s, arrivalRate, maxVusers: users },
    { name: allThere, duration: duration_s, arrivalRate: users, maxVusers: users },
  ];
}

/** Whether a line of Artillery's output says that all users are there. */
export function saysAllThere(line: string): boolean {
  return line.startsWith('Phase started: ') && line.includes(allThere);
}

/**
 * @param report a file that Artillery's `--output` wrote
 * @returns undefined where there is none
 */
export async function readUsers(report: string): Promise<Users | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { counters, summaries } = JSON.parse(text).aggregate;
  const of = (name: string): number => counters[`vusers.${name}`] ?? 0;
  const length_ms: number | undefined = summaries['vusers.session_length']?.mean;
  return {
    arrived: of('created'),
    completed: of('completed'),
    skipped: of('skipped'),
    flow_s: length_ms === undefined ? null : length_ms / 1000,
  };
}
