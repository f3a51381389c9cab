import { describe, faults } from '../failures/error.ts';
import type { VoidFile } from '../failures/fault.ts';
import { claim, readIfThere } from '../folder/files.ts';
import type { Rendezvous } from '../folder/rendezvous.ts';
import { say } from '../process/say.ts';
import { artillery } from '../script/artillery.ts';
import { type Config, plainKind } from '../script/config.ts';
import { JourneyAccount } from './account.ts';
import { fileOfJourney } from './file.ts';
import { logsIn, mergedLines } from './merge.ts';
import { addToReport, type Report } from './metrics.ts';
import { shortfallsOfJourney } from './shortfalls.ts';
import { summariseJourney } from './summary.ts';

/** The account of all logs in a folder. */
export function readJourney(dir: string, { drain_ms, deliveries, removals }: Config): JourneyAccount {
  const kinds = deliveries
    .filter(({ event }) => removals.includes(event))
    .map(({ kind = plainKind }) => kind);
  const account = new JourneyAccount(drain_ms, new Set(kinds));
  for (const line of mergedLines(logsIn(dir))) account.take(line);
  account.end();
  return account;
}

/**
 * The last thread of this process has ended. The last process of all makes the account of the journey, prints it and leaves
 * it in `journey.json`. It isn't asynchronous: Artillery takes the report when this returns.
 */
export function concludeJourney(meeting: Rendezvous, config: Config, report: Report): void {
  if (meeting.presence.isWriting()) return;
  try {
    conclude(meeting, config, report);
  } catch (error) {
    // Thrown here, it would end the thread with a stack trace.
    artillery().suggestedExitCode = 1;
    say(`pubsub: the journey has no account: ${describe(error).message} (${meeting.dir})`);
  }
}

function conclude(meeting: Rendezvous, config: Config, report: Report): void {
  const { dir, presence } = meeting;
  const account = readJourney(dir, config);
  const [failure] = faults.flatMap((by) => {
    const text = readIfThere(dir, `failure-${by}.json`);
    return text === undefined ? [] : [JSON.parse(text) as VoidFile];
  });
  const shortfalls = shortfallsOfJourney(account, { failure, gone: presence.gone('writing') });
  const file = fileOfJourney(account, shortfalls);
  if (!claim(dir, 'journey.json', JSON.stringify(file, null, 1))) return;
  addToReport(report, account);
  say(summariseJourney(account, dir));
  for (const { code, by, reason } of shortfalls) {
    say(`pubsub: ${code}, ${by === undefined ? '' : `${by}: `}${reason}`);
    if (config.failOnLoss) artillery().suggestedExitCode = 1;
  }
}
