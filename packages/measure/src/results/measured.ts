import type { Latencies } from '@meteor-vs-mean/stats';
import type { RoundRecord } from './records.ts';
import type { Round } from './round.ts';

/** A round with the histogram that its percentiles are of. */
export interface Measured {
  round: Round;
  /** Of a delivery round. */
  latencies?: Latencies;
}

/** @param records by number of the round */
export function measuredOf(
  rounds: readonly Round[],
  records: ReadonlyMap<number, Pick<RoundRecord, 'latencies'>>,
): Measured[] {
  return rounds.map((round) => {
    const latencies = records.get(round.round)?.latencies;
    return latencies ? { round, latencies } : { round };
  });
}
