import { isDeepStrictEqual } from 'node:util';
import { percentiles } from '@meteor-vs-mean/stats';
import { packName } from './pack.ts';
import type { Plan } from './plan.ts';
import type { RoundRecord } from './records.ts';
import type { DeliveryRound, Round, SampleRound } from './round.ts';

/** What of a run's rounds is compared with its plan and its histograms. */
interface RunFiles {
  folder: string;
  plan: Plan;
  rounds: readonly Round[];
  /** By number of the round. */
  records: ReadonlyMap<number, RoundRecord>;
}

/** @throws one line that names file, figure and both values, if rounds don't belong to their plan, histogram or schedule */
export function assertAgrees({ folder, plan, rounds, records }: RunFiles): void {
  const check = checkOf(folder);
  for (const [index, { round }] of rounds.entries()) {
    // Rounds are numbered from 1, so a missing line leaves a gap.
    check(`rounds.jsonl: the number of line ${index + 1}`, round, 'the order of the rounds', index + 1);
  }
  for (const { contestant, trials: tried } of [...plan.capacities, ...plan.curves]) {
    for (const trial of tried) {
      const key = rounds.find(({ round }) => round === trial.round)?.contestant;
      check(`manifest.json: the contestant of trial ${trial.round}`, contestant, 'rounds.jsonl', key);
    }
  }
  for (const round of rounds) {
    const { contestant, load } = round;
    const known = plan.contestants.find(({ key }) => key === contestant)?.key;
    check(
      `rounds.jsonl: the contestant of round ${round.round}`,
      contestant,
      'the plan in manifest.json',
      known,
    );
    const asked = plan.loads.find(({ key }) => key === load)?.key;
    check(`rounds.jsonl: the load of round ${round.round}`, load, 'the plan in manifest.json', asked);
    const record = records.get(round.round);
    if (round.kind === 'deliveries' && record) checkCounts(round, record, check);
    if (round.kind === 'sample' && round.verdict !== 'void') checkAccounts(round, check);
  }
}

function checkCounts(round: DeliveryRound, { latencies, schedule }: RoundRecord, check: Check): void {
  const where = (figure: string) => `rounds.jsonl: ${figure} of round ${round.round}`;
  const { expected, delivered, lost, superseded, unexpected, scheduled, seed, verdict } = round;
  check(where('expected'), expected, 'the sum of what came and what did not', delivered + lost + superseded);
  const counted = latencies?.totalCount;
  // Unexpected deliveries are in the histogram, too; those of a void round may have come too early to be in it.
  const fewest = verdict === 'void' ? 0 : delivered;
  const isWithin = counted !== undefined && counted >= fewest && counted <= delivered + unexpected;
  // Deliveries to a user of its own writes aren't timed, and users follow no schedule.
  if (!round.isOfUsers) {
    check(where('delivered'), delivered, `latency.hdr in ${packName}`, isWithin ? delivered : counted);
  }
  for (const [name, value] of latencies ? Object.entries(percentiles(latencies, lost)) : []) {
    check(where(name), round[name as 'p50_ms'], `latency.hdr in ${packName}`, value);
  }
  if (round.isOfUsers) return;
  check(where('scheduled'), scheduled, `schedule.json in ${packName}`, schedule?.due_us.length ?? 0);
  if (schedule) check(where('seed'), seed, `schedule.json in ${packName}`, schedule.seed);
}

function checkAccounts({ round, accounts }: SampleRound, check: Check): void {
  for (const { what, owed, seen, lost = 0 } of accounts) {
    check(`rounds.jsonl: ${what} seen in round ${round}`, seen, 'owed and lost of it', owed - lost);
  }
}

/** Throws if a value in one file is another than its source has. */
type Check = (where: string, value: unknown, source: string, other: unknown) => void;

function checkOf(folder: string): Check {
  const text = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));
  return (where, value, source, other) => {
    if (isDeepStrictEqual(value, other)) return;
    throw new Error(`${folder} doesn't add up. ${where} is ${text(value)}, but ${source} has ${text(other)}`);
  };
}
