import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UsersWithFailures } from '../account/users.ts';
import { concludeJourney } from '../journey/conclusion.ts';
import type { Report } from '../journey/metrics.ts';
import { say } from '../process/say.ts';
import { artillery, type Script } from '../script/artillery.ts';
import type { Session } from './session.ts';

/**
 * Ends the run after the last virtual user of this thread. Prints the thread's summary, and makes Artillery exit with 1 if no
 * virtual user of any thread connected or completed.
 */
export function endRun(sessions: readonly Session[], script: Script, report: Report): void {
  for (const session of sessions) session.summarise();
  const journeys = sessions.filter(({ needs }) => needs.journey);
  for (const { journey, users, calls } of journeys) journey?.end(users, calls.totals());
  const users = overAllThreads(sum(sessions.map((session) => session.users)), script);
  const [one] = journeys;
  if (users !== undefined && one !== undefined) concludeJourney(one.meeting, one.config, report);
  if (users === undefined || users.arrived === 0 || (users.connected > 0 && users.completed > 0)) return;
  artillery().suggestedExitCode = 1;
  // The reason of the void run is already printed.
  if (sessions.some(({ needs }) => needs.publish)) return;
  say(`pubsub: ${nobody(users)}`);
}

/** A fault is named where all of them failed by the same one. */
function nobody({ arrived, connected, failures }: UsersWithFailures): string {
  if (connected === 0) return `nobody-connected, none of ${arrived} virtual users connected`;
  const [[by, first] = ['', ''], ...others] = Object.entries(failures);
  const blamed = others.length === 0 && by !== '' ? `${by}: ` : '';
  const why = first === '' ? '' : `; the first: ${first}`;
  return `nobody-completed, ${blamed}the flow failed for each of ${arrived} virtual users${why}`;
}

function sum(parts: readonly UsersWithFailures[]): UsersWithFailures {
  const all: UsersWithFailures = { arrived: 0, connected: 0, completed: 0, failures: {} };
  for (const { arrived, connected, completed, failures } of parts) {
    all.failures = { ...failures, ...all.failures };
    all.arrived += arrived;
    all.connected += connected;
    all.completed += completed;
  }
  return all;
}

/** @returns undefined in a thread that isn't the last to end */
function overAllThreads(own: UsersWithFailures, { config }: Script): UsersWithFailures | undefined {
  const threads = Number(config.phases?.[0]?.totalWorkers ?? 1);
  if (threads === 1) return own;
  const file = join(tmpdir(), `pubsub-${artillery().testRunId}.threads`);
  appendFileSync(file, `${JSON.stringify(own)}\n`);
  const ended = readFileSync(file, 'utf8').trim().split('\n');
  if (ended.length < threads) return undefined;
  rmSync(file, { force: true });
  return sum(ended.map((line) => JSON.parse(line)));
}
