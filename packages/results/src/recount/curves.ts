import type { SearchedCurve } from '../curve.ts';
import type { DeliveryRound, Round } from '../round.ts';
import type { Agreement } from './agreement.ts';

/** Holds each trial of the curves against its round, and that no round of a curve was left out. */
export function recountCurves(
  curves: readonly SearchedCurve[],
  rounds: readonly Round[],
  agreement: Agreement,
): void {
  for (const [index, curve] of curves.entries()) {
    const at = `manifest.json: plan.curves[${index}]`;
    const { contestant, trials, profiled } = curve;
    const mine = rounds.filter((round) => round.kind === 'deliveries' && round.key === contestant);
    for (const { round: number, queries, ...trial } of [...trials, ...profiled]) {
      const round = mine.find((one) => one.round === number);
      if (round?.kind !== 'deliveries') {
        agreement.object(`${at} has round ${number} as one of ${contestant}, and rounds.jsonl hasn't`);
        continue;
      }
      recountLevel(at, queries, curve, round, agreement);
      if ('verdict' in trial && round.verdict === 'valid') {
        agreement.hold(
          `${at}: the verdict of round ${number}`,
          trial.verdict,
          holds(round, curve) ? 'passed' : 'failed',
          'its p99 and what it lost, against limit_ms,',
        );
      }
      // A profiler slows what it looks at.
      if ('verdict' in trial !== (round.profile === undefined)) {
        agreement.object(`${at}: round ${number} is a trial and was profiled, or is neither`);
      }
    }
    const told = [...trials, ...profiled].map(({ round }) => round);
    for (const { round } of mine) {
      if (told.includes(round)) continue;
      agreement.object(`rounds.jsonl: round ${round} is of ${contestant}, and ${at} leaves it out`);
    }
  }
}

function recountLevel(
  at: string,
  queries: number,
  { rate_per_s }: SearchedCurve,
  { round, verdict, parents, subscribers, expected, stored, ...its }: DeliveryRound,
  agreement: Agreement,
): void {
  agreement.hold(`${at}: the queries of round ${round}`, queries, parents, 'rounds.jsonl');
  agreement.hold(`${at}: the rate of round ${round}`, rate_per_s, its.rate_per_s, 'rounds.jsonl');
  if (verdict === 'void') return;
  agreement.hold(`${at}: the queries of round ${round}`, queries, subscribers, 'rounds.jsonl');
  // One subscriber a list: a write is owed to one.
  agreement.hold(`rounds.jsonl: expected of round ${round}`, expected, stored, 'stored of it');
}

function holds({ p99_ms, lost }: DeliveryRound, { limit_ms }: SearchedCurve): boolean {
  return lost === 0 && p99_ms !== null && p99_ms < limit_ms;
}
