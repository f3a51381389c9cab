import { halfWidth } from '@meteor-vs-mean/stats';
import { isOverFloor } from '../comparison.ts';
import { figureNamed } from '../figures.ts';
import { floorOf } from '../floor.ts';
import type { CompareManifest } from '../manifest.ts';
import { measuredOf } from '../measured.ts';
import type { RoundRecord } from '../records.ts';
import type { Round } from '../round.ts';
import type { EchoRound } from '../self.ts';
import { summaryOf } from '../summarise.ts';
import type { Summary } from '../summary.ts';
import { type Agreement, agreementOf, recountNumbers, recountVerdict } from './agreement.ts';
import { recountCurves } from './curves.ts';
import { recountDeliveries } from './delivery.ts';
import { recountInstances } from './instances.ts';
import { recountKnees } from './knees.ts';
import { recountSelf } from './self.ts';

/** What was read of a folder of compare, before it is believed. */
export interface ReadCompare {
  folder: string;
  manifest: CompareManifest;
  rounds: readonly Round[];
  trials: readonly EchoRound[];
  /** By number of the round. */
  records: ReadonlyMap<number, RoundRecord>;
  summary: Summary;
}

/**
 * Recounts a run of compare: rounds against the plan, each against its histogram, schedule and writers, and the summary
 * against what follows from all of them.
 * @returns the summary that follows: with figures that the folder is older than
 * @throws one line that names the file, the figure and both values, where they don't agree
 */
export function recountCompare({ folder, manifest, rounds, trials, records, summary }: ReadCompare): Summary {
  const agreement = agreementOf(folder);
  recountNumbers([...rounds, ...trials], agreement);
  for (const round of rounds) {
    recountRound(round, manifest, agreement);
    const record = records.get(round.round);
    if (round.kind === 'deliveries' && record) {
      recountDeliveries(round, record, agreement);
      recountInstances(round, agreement);
    }
  }
  recountPairs(rounds, agreement);
  agreement.assert();
  const found = summaryOf(manifest, measuredOf(rounds, records), trials);
  recountKnees(manifest.plan.knees, rounds, agreement);
  recountCurves(manifest.plan.curves ?? [], rounds, agreement);
  recountSelf(manifest.plan.self, trials, agreement);
  recountFindings(manifest, found, rounds, agreement);
  const follows: Summary = JSON.parse(JSON.stringify(found));
  agreement.hold('summary.json: ', summary, asOldAs(follows, summary), 'what follows from the rounds');
  agreement.assert();
  return follows;
}

/** What summaries had of a slope that nobody read. */
const formerly = new Set(['each', 'robust', 'starts', 'worst']);

/**
 * A summary without the figures that its folder doesn't have, as they were defined after it was written, and with what
 * summaries had formerly.
 */
function asOldAs<Value>(follows: Value, said: unknown): Value {
  if (typeof follows !== 'object' || follows === null) return follows;
  if (typeof said !== 'object' || said === null) return follows;
  if (Array.isArray(follows)) {
    return follows.map((one, index) => asOldAs(one, (said as unknown[])[index])) as Value;
  }
  const known = Object.entries(follows).filter(
    ([name, value]) => name in said || !(figureNamed(name) !== undefined || isNoCurve(name, value)),
  );
  const old = Object.entries(said).filter(([name]) => formerly.has(name) && !(name in follows));
  return Object.fromEntries([
    ...known.map(([name, value]) => [name, asOldAs(value, (said as Record<string, unknown>)[name])]),
    ...old,
  ]) as Value;
}

/** Folders without curves may be older than curves. */
function isNoCurve(name: string, value: unknown): boolean {
  return name === 'curves' && Array.isArray(value) && value.length === 0;
}

function recountRound(round: Round, { plan, experiment }: CompareManifest, agreement: Agreement): void {
  const { key, stack, mode, transport, variant, scenario } = round;
  const planned = plan.contestants.find((one) => one.key === key);
  agreement.hold(
    `rounds.jsonl: the contestant of round ${round.round}`,
    { key, stack, mode, transport, variant },
    planned ?? null,
    'the plan in manifest.json',
  );
  // Searches need no number of rounds; what they tried is held against them.
  const isNeeded = plan.needed.some((one) => one.key === key && one.scenario === scenario);
  if (!isNeeded && experiment !== 'knee' && experiment !== 'curve') {
    agreement.object(
      `rounds.jsonl: round ${round.round} is ${scenario} of ${key}, of which the plan has none`,
    );
  }
  recountVerdict(round, agreement);
}

/** A pair has one valid round of each contestant, and all of them have one schedule. */
function recountPairs(rounds: readonly Round[], agreement: Agreement): void {
  const valid = rounds.filter(({ verdict }) => verdict === 'valid');
  const loadOf = (round: Round) =>
    round.kind === 'memory' ? `${round.documents} documents` : `${round.rate_per_s} writes/s`;
  const pairs = Map.groupBy(valid, (round) => `pair ${round.pair} of ${round.scenario}, ${loadOf(round)}`);
  for (const [pair, same] of pairs) {
    const keys = same.map(({ key }) => key);
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) agreement.object(`rounds.jsonl: ${pair} has two valid rounds of ${twice}`);
    const [first, ...others] = same.filter((round) => round.kind === 'deliveries');
    for (const { round, seed, scheduled } of others) {
      const other = `round ${first?.round} of its pair`;
      agreement.hold(`rounds.jsonl: seed of round ${round}`, seed, first?.seed, other);
      agreement.hold(`rounds.jsonl: scheduled of round ${round}`, scheduled, first?.scheduled, other);
    }
  }
}

/** What a run of pairs found beside its figures: why it stopped, and how large its own noise is. */
function recountFindings(
  { plan, experiment, options, ended }: CompareManifest,
  found: Summary,
  rounds: readonly Round[],
  agreement: Agreement,
): void {
  if (ended !== 'complete') return;
  const { stopping, floor, contestants } = plan;
  if (stopping) {
    const valid = rounds.filter(({ kind, verdict }) => kind === 'deliveries' && verdict === 'valid');
    const scenarios = new Set(valid.map(({ scenario }) => scenario)).size;
    const whole = [...Map.groupBy(valid, ({ pair }) => pair).values()].filter(
      ({ length }) => length === contestants.length * scenarios,
    );
    agreement.hold('manifest.json: plan.stopping.pairs', stopping.pairs, whole.length, 'rounds.jsonl');
    for (const figure of stopping.figures) {
      const halves = found.comparisons
        .filter((one) => !isOverFloor(one, contestants, found.stacks))
        .flatMap(({ figures }) => (figures[figure] ? [halfWidth(figures[figure])] : []));
      const widest = halves.length === 0 || halves.includes(null) ? null : Math.max(...(halves as number[]));
      agreement.hold(
        `manifest.json: plan.stopping.reached.${figure}`,
        stopping.reached[figure],
        widest,
        'its interval',
      );
    }
  }
  if (experiment === 'control' && floor) {
    const { figures, beyond } = floorOf({ ...floor, options, summary: found });
    const follows = asOldAs(figures, floor.figures);
    agreement.hold('manifest.json: plan.floor.figures', floor.figures, follows, 'its A/A comparisons');
    agreement.hold('manifest.json: plan.floor.beyond', floor.beyond, beyond, 'its A/A comparisons');
  }
}
