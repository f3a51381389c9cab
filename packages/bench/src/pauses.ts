import type { Pause, RunManifest } from '@meteor-vs-mean/results';
import type { MeasuredRound } from './experiment.ts';

/**
 * The pauses of a run that goes on now, with the one that ends.
 * @param manifest as the session before left it
 */
export function pausesOf(
  { pauses = [], finished }: Pick<RunManifest, 'pauses' | 'finished'>,
  rounds: readonly MeasuredRound[],
): readonly Pause[] {
  const last = rounds.at(-1)?.round;
  // A session that added no round was a part of one pause.
  if (!last || pauses.at(-1)?.afterRound === rounds.length) return pauses;
  // The manifest of a session that was killed is older than its last round.
  const at = last.started > finished ? last.started : finished;
  return [...pauses, { afterRound: rounds.length, at }];
}

/**
 * Seconds from the first round to the end of some, without the pauses between sessions.
 * @param count of the rounds; of all of them: until the last session stopped
 */
export function secondsTaken(
  count: number,
  rounds: readonly MeasuredRound[],
  pauses: readonly Pause[],
): number {
  const moment_ms = (index: number) => Date.parse(rounds[index]?.round.started ?? pauses.at(-1)?.at ?? '');
  if (count === 0) return 0;
  const paused_ms = pauses
    .filter(({ afterRound }) => afterRound <= count)
    .reduce((sum, { afterRound, at }) => sum + moment_ms(afterRound) - Date.parse(at), 0);
  return (moment_ms(count) - moment_ms(0) - paused_ms) / 1000;
}
