import type { SearchedKnee } from '../plan.ts';
import type { Round } from '../round.ts';
import type { Agreement } from './agreement.ts';

/** Holds each trial of the searches against its round, and what was found against the trials. */
export function recountKnees(
  knees: readonly SearchedKnee[],
  rounds: readonly Round[],
  agreement: Agreement,
): void {
  for (const [index, { contestant, what, limit_ms, knee, trials }] of knees.entries()) {
    const at = `manifest.json: plan.knees[${index}]`;
    for (const { round: number, level, verdict } of trials) {
      const round = rounds.find((one) => one.round === number);
      if (round?.kind !== 'deliveries' || round.key !== contestant) {
        agreement.object(`${at} has round ${number} as a trial of ${contestant}, and rounds.jsonl hasn't`);
        continue;
      }
      const trial = `the level of round ${number}`;
      if (what === 'writes a second')
        agreement.hold(`${at}: ${trial}`, level, round.rate_per_s, 'rounds.jsonl');
      if (round.verdict === 'void') continue;
      if (what !== 'writes a second')
        agreement.hold(`${at}: ${trial}`, level, round.subscribers, 'rounds.jsonl');
      const isHeld = round.p99_ms !== null && round.p99_ms < limit_ms;
      agreement.hold(
        `${at}: the verdict of round ${number}`,
        verdict,
        isHeld ? 'passed' : 'failed',
        'its p99 against limit_ms',
      );
    }
    const passed = trials.filter(({ verdict }) => verdict === 'passed').map(({ level }) => level);
    if (knee !== null && !passed.includes(knee)) {
      agreement.object(`${at}.knee is ${knee}, but no trial passed at that level`);
    }
  }
}
