import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artillery, type Script } from '../script/artillery.ts';
import type { Session } from './session.ts';

/** How far the virtual users of a thread, or of all threads, came. */
export interface Users {
  arrived: number;
  connected: number;
  completed: number;
}

/**
 * Ends the run after the last virtual user of this thread. Prints the thread's summary, and makes Artillery exit with 1 if no
 * virtual user of any thread connected or completed.
 */
export function endRun(sessions: readonly Session[], script: Script): void {
  for (const session of sessions) session.summarise();
  const users = overAllThreads(sum(sessions.map((session) => session.users)), script);
  if (users === undefined || users.arrived === 0 || (users.connected > 0 && users.completed > 0)) return;
  artillery().suggestedExitCode = 1;
  // The reason of the void run is already printed.
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
