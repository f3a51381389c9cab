import { isDeepStrictEqual } from 'node:util';
import { percentiles } from '@meteor-vs-mean/stats';
import { type GridRecord, inRepeats } from './grid/plan.ts';
import type { GridRound } from './grid/results.ts';
import { packName } from './pack.ts';
import type { ComparePlan } from './plan.ts';
import type { RoundRecord } from './records.ts';
import type { DeliveryRound, Round } from './round.ts';

/** What of a run's rounds is compared with its plan and its histograms. */
interface CompareRun {
  folder: string;
  plan: ComparePlan;
  rounds: readonly Round[];
  /** By number of the round. */
  records: ReadonlyMap<number, RoundRecord>;
}

/** @throws one line that names file, figure and both values, if rounds don't belong to their plan, histogram or schedule */
export function assertCompareAgrees({ folder, plan, rounds, records }: CompareRun): void {
  const check = checkOf(folder);
  checkNumbers(rounds, check);
  for (const { round, key, stack, mode, transport, variant } of rounds) {
    const found = { key, stack, mode, transport, variant };
    const planned = plan.contestants.find((one) => one.key === key);
    check(`rounds.jsonl: the contestant of round ${round}`, found, 'the plan in manifest.json', planned);
  }
  for (const { contestant, trials: tried } of [...plan.knees, ...(plan.curves ?? [])]) {
    for (const trial of tried) {
      const key = rounds.find(({ round }) => round === trial.round)?.key;
      check(`manifest.json: the contestant of trial ${trial.round}`, contestant, 'rounds.jsonl', key);
    }
  }
  for (const round of rounds) {
    const record = records.get(round.round);
    if (round.kind === 'deliveries' && record) checkCounts(round, record, check);
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
  check(where('delivered'), delivered, `latency.hdr in ${packName}`, isWithin ? delivered : counted);
  for (const [name, value] of latencies ? Object.entries(percentiles(latencies, lost)) : []) {
    check(where(name), round[name as 'p50_ms'], `latency.hdr in ${packName}`, value);
  }
  check(where('scheduled'), scheduled, `schedule.json in ${packName}`, schedule?.due_us.length ?? 0);
  if (schedule) check(where('seed'), seed, `schedule.json in ${packName}`, schedule.seed);
}

/** @throws one line that names file, figure and both values, if rounds aren't cells of their plan or an account is broken */
export function assertGridAgrees(folder: string, plan: GridRecord, rounds: readonly GridRound[]): void {
  const check = checkOf(folder);
  checkNumbers(rounds, check);
  const runs = (key: string) => plan.targets.some((target) => target.key === key && target.notRun === null);
  const cells = inRepeats(plan, runs).map((cell) => ({ ...cell, load: cell.load.key }));
  for (const { round, repeat, load, target, again, verdict, accounts } of rounds) {
    const found = { repeat, load, target, again };
    const planned = cells.find((cell) => isDeepStrictEqual(cell, found));
    check(`rounds.jsonl: the cell of round ${round}`, found, 'the plan in manifest.json', planned);
    for (const { what, owed, seen, lost = 0 } of verdict === 'void' ? [] : accounts) {
      check(`rounds.jsonl: ${what} seen in round ${round}`, seen, 'owed and lost of it', owed - lost);
    }
  }
}

/** Rounds are numbered from 1, so a missing line leaves a gap. */
function checkNumbers(rounds: readonly { round: number }[], check: Check): void {
  for (const [index, { round }] of rounds.entries()) {
    check(`rounds.jsonl: the number of line ${index + 1}`, round, 'the order of the rounds', index + 1);
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
