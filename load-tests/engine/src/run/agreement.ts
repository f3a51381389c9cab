import { RunError } from '../failures/error.ts';
import type { Rendezvous, ScheduleFile } from '../folder/rendezvous.ts';

/** What two schedules of one run must have in common. */
const names = ['seed', 'rate_per_s', 'duration_ms', 'writers', 'arrivals', 'groups', 'drain_ms'] as const;

/**
 * Offers a schedule to the run: all threads and processes work on the first one.
 * @returns that one, and whether it is this thread's
 * @throws RunError if the two differ
 */
export function agree(meeting: Rendezvous, own: ScheduleFile): { schedule: ScheduleFile; elected: boolean } {
  const { schedule, elected } = meeting.propose(own);
  for (const name of names) {
    if (schedule[name] !== own[name]) {
      const both = `${schedule[name]} and ${own[name]}`;
      throw new RunError('schedule', `two different schedules in one run: ${name} is ${both}`);
    }
  }
  return { schedule, elected };
}
