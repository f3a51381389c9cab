import { percentiles } from '@meteor-vs-mean/stats';
import type { RoundRecord } from '../records.ts';
import type { DeliveryRound, Usage } from '../round.ts';
import type { Agreement } from './agreement.ts';

/** Holds what a line of rounds.jsonl says of deliveries against the round's histogram, schedule and writers. */
export function recountDeliveries(round: DeliveryRound, record: RoundRecord, agreement: Agreement): void {
  const line = (figure: string) => `rounds.jsonl: ${figure} of round ${round.round}`;
  const { latencies, schedule, spans, writers } = record;
  const { delivered, lost, superseded, expected, stored, subscribers, verdict } = round;
  const isValid = verdict === 'valid';
  agreement.hold(
    line('expected'),
    expected,
    delivered + lost + superseded,
    'delivered + lost + superseded of it',
  );
  if (round.parents === 1) {
    agreement.hold(line('expected'), expected, stored * subscribers, 'stored x subscribers of it');
  }
  if (latencies === null) {
    agreement.object(`rounds.pack.gz has no latency.hdr of round ${round.round}`);
  } else {
    const { totalCount } = latencies;
    // What came before it was due isn't in the histogram, and what MongoDB doesn't hold is: a valid round has none of the first.
    const most = delivered + round.unexpected;
    if (totalCount > most || (isValid && totalCount < delivered)) {
      agreement.hold(line('delivered'), delivered, totalCount, 'its histogram');
    }
    for (const [name, value] of Object.entries(percentiles(latencies, lost))) {
      agreement.hold(line(name), round[name as 'p50_ms'], value, 'its histogram');
    }
    if (isValid) {
      const sum = spans?.counts.reduce((total, count) => total + count, 0);
      agreement.hold(
        `deliveries.json of round ${round.round}: the sum`,
        sum ?? null,
        totalCount,
        'its histogram',
      );
    }
  }
  agreement.hold(line('scheduled'), round.scheduled, schedule?.due_us.length ?? 0, 'its schedule.json');
  if (schedule) agreement.hold(line('seed'), round.seed, schedule.seed, 'its schedule.json');
  const sent = {
    sent: writers?.sent ?? 0,
    acknowledged: writers?.acknowledged ?? 0,
    refused: writers?.refused ?? 0,
    lateness_p99_ms: writers && percentiles(writers.lateness, 0).p99_ms,
    acknowledgement_p50_ms: writers && percentiles(writers.acknowledgement, 0).p50_ms,
  };
  for (const [name, value] of Object.entries(sent)) {
    agreement.hold(line(name), round[name as keyof typeof sent], value, 'its writers.json');
  }
  if (isValid) {
    agreement.hold(line('sent'), round.sent, round.scheduled, 'scheduled of it');
    agreement.hold(line('acknowledged'), round.acknowledged + round.refused, round.sent, 'sent of it');
    if (stored < round.acknowledged) {
      agreement.hold(line('stored'), stored, round.acknowledged, 'acknowledged of it');
    }
  }
  const perThousand = (usage: Usage | null) =>
    usage === null || delivered === 0 ? null : (1000 * usage.cpu_ms) / delivered;
  agreement.hold(
    line('appCpu_ms_per_1000'),
    round.appCpu_ms_per_1000,
    perThousand(round.app),
    'app.cpu_ms of it',
  );
  agreement.hold(
    line('mongodCpu_ms_per_1000'),
    round.mongodCpu_ms_per_1000,
    perThousand(round.mongod),
    'mongod.cpu_ms of it',
  );
}
