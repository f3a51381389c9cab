import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artillery, type Script } from './artillery.ts';
import { concludeJourney } from './journey/conclusion.ts';
import type { Report } from './journey/metrics.ts';
import type { Session } from './session.ts';
import type { Users } from './users.ts';

/**
 * The end of the run, after the last virtual user of this thread: says what the thread has to say once, and makes
 * Artillery end with 1 if no virtual user of any thread got in.
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
  // The reason that a run is void says it already.
  if (sessions.some(({ needs }) => needs.publish)) return;
  const shortfall =
    users.connected === 0 ? 'nobody-connected, none of' : 'nobody-completed, the flow failed for each of';
  const what = users.connected === 0 ? ' connected' : '';
  console.log(`pubsub: ${shortfall} ${users.arrived} virtual users${what}`);
}

function sum(parts: readonly Users[]): Users {
  const all: Users = { arrived: 0, connected: 0, completed: 0 };
  for (const { arrived, connected, completed } of parts) {
    all.arrived += arrived;
    all.connected += connected;
    all.completed += completed;
  }
  return all;
}

/** @returns undefined in a thread that isn't the last to end */
function overAllThreads(own: Users, { config }: Script): Users | undefined {
  const threads = Number(config.phases?.[0]?.totalWorkers ?? 1);
  if (threads === 1) return own;
  const file = join(tmpdir(), `pubsub-${artillery().testRunId}.threads`);
  appendFileSync(file, `${JSON.stringify(own)}\n`);
  const ended = readFileSync(file, 'utf8').trim().split('\n');
  if (ended.length < threads) return undefined;
  rmSync(file, { force: true });
  return sum(ended.map((line) => JSON.parse(line)));
}
