import { readFile } from 'node:fs/promises';

/** Users of a flow who are there at once. */
export interface AtOnce {
  users: number;
  /** How many arrive in a second until all are there. */
  arrivals_per_s: number;
  /** For so long all are there: one that is done is replaced. */
  duration_s: number;
}

/** How many virtual users Artillery started, how many came to their end, and how many had no place among those at once. */
export interface Users {
  arrived: number;
  completed: number;
  skipped: number;
}

/** The phase in which all are there. */
const allThere = 'all at once';

/** Artillery's phases. */
export function phasesOf({ users, arrivals_per_s, duration_s }: AtOnce): object[] {
  return [
    { duration: arriving_s(users, arrivals_per_s), arrivalRate: arrivals_per_s, maxVusers: users },
    { name: allThere, duration: duration_s, arrivalRate: Math.max(arrivals_per_s, users), maxVusers: users },
  ];
}

/** How long it takes until so many are there, in whole seconds. */
export function arriving_s(users: number, arrivals_per_s: number): number {
  return Math.max(1, Math.ceil(users / arrivals_per_s));
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
  const { counters } = JSON.parse(text).aggregate as { counters: Record<string, number> };
  const of = (name: string) => counters[`vusers.${name}`] ?? 0;
  return { arrived: of('created'), completed: of('completed'), skipped: of('skipped') };
}
