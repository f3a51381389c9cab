import type {
  Contestant,
  ContestantSummary,
  CountName,
  DeliveryRound,
  MemoryRound,
  MemorySummary,
  Round,
  Summary,
} from '@meteor-vs-mean/report';
import { countNames, waitingShare } from '@meteor-vs-mean/report';
import { fitSlope, type Latencies, median, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { compare } from './compare.ts';
import type { Needed, PlannedComparison } from './experiment.ts';
import { pointsOf } from './points.ts';

export interface Measured {
  round: Round;
  /** Of a delivery round. */
  latencies?: Latencies;
}

/** What a summary holds besides what follows from the rounds. */
interface Frame extends Omit<Summary, 'format' | 'contestants' | 'comparisons' | 'void' | 'enough'> {
  contestants: readonly Contestant[];
  comparisons: readonly PlannedComparison[];
  needed: readonly Needed[];
}

/** From rounds to what is printed; pure. Void rounds take no part in any figure. */
export function summarise(frame: Frame, measured: readonly Measured[]): Summary {
  const { needed, comparisons, ...rest } = frame;
  const contestants = needed.flatMap(({ key, scenario }) =>
    frame.contestants
      .filter((contestant) => contestant.key === key)
      .map((contestant) => summariseContestant(frame, contestant, scenario, measured)),
  );
  const valid = (wanted: Needed) =>
    contestants.find((one) => one.key === wanted.key && one.scenario === wanted.scenario)?.rounds.valid ?? 0;
  return {
    format: 2,
    ...rest,
    contestants,
    comparisons: comparisons.flatMap((planned) => compare(planned, measured, frame.seed)),
    void: measured
      .filter(({ round }) => round.verdict === 'void')
      .map(({ round }) => ({
        round: round.round,
        contestant: round.key,
        scenario: round.scenario,
        reasons: round.reasons,
      })),
    enough:
      needed.length + frame.knees.length + frame.self.length > 0 &&
      // A search whose rounds were all void has found nothing.
      frame.knees.every(({ trials }) => trials.some(({ verdict }) => verdict !== 'void')) &&
      needed.every((wanted) => valid(wanted) >= wanted.rounds),
  };
}

function summariseContestant(
  { stacks }: Frame,
  contestant: Contestant,
  scenario: string,
  measured: readonly Measured[],
): ContestantSummary {
  const mine = measured.filter(({ round }) => round.scenario === scenario && round.key === contestant.key);
  const valid = mine.filter(({ round }) => round.verdict === 'valid');
  const deliveries = valid.flatMap(({ round }) => (round.kind === 'deliveries' ? [round] : []));
  const counts = Object.fromEntries(
    countNames.map((name) => [name, deliveries.reduce((sum, round) => sum + round[name], 0)]),
  ) as Record<CountName, number>;
  const merged = mergeLatencies(valid.flatMap(({ latencies }) => (latencies ? [latencies] : [])));
  const middle = (of: (round: DeliveryRound) => number | null | undefined) =>
    median(deliveries.map((round) => of(round) ?? null)) ?? null;
  const facts = stacks[contestant.stack];
  const memory = summariseMemory(valid.flatMap(({ round }) => (round.kind === 'memory' ? [round] : [])));
  return {
    ...contestant,
    version: facts?.ran ? facts.version : '',
    scenario,
    drivers: [...new Set(mine.flatMap(({ round }) => round.drivers))],
    extensions: [...new Set(mine.map(({ round }) => round.extensions || 'no compression'))],
    rounds: { valid: valid.length, void: mine.length - valid.length },
    latency: deliveries.length > 0 ? percentiles(merged, counts.lost) : null,
    counts,
    witnesses: {
      checked: deliveries.reduce((sum, { witnesses }) => sum + witnesses.checked, 0),
      differing: deliveries.reduce((sum, { witnesses }) => sum + witnesses.differing, 0),
    },
    appCpu_ms_per_1000: middle((round) => round.appCpu_ms_per_1000),
    mongodCpu_ms_per_1000: middle((round) => round.mongodCpu_ms_per_1000),
    appRss_bytes: middle((round) => round.app?.rss_bytes),
    mongodRss_bytes: middle((round) => round.mongod?.rss_bytes),
    appWaiting: middle((round) => waitingShare(round)),
    memory,
    heldDocument: costOfHeldDocument(memory),
  };
}

/** A client that holds more documents costs more: by how much for each. */
function costOfHeldDocument(memory: readonly MemorySummary[]): ContestantSummary['heldDocument'] {
  const [fewest, most] = [memory.at(0), memory.at(-1)];
  if (!fewest || !most || fewest.documents === most.documents) return null;
  const documents = most.documents - fewest.documents;
  return {
    heap_bytes: (most.heap.slope - fewest.heap.slope) / documents,
    rss_bytes: (most.rss.slope - fewest.rss.slope) / documents,
  };
}

function summariseMemory(rounds: readonly MemoryRound[]): MemorySummary[] {
  const held = [...new Set(rounds.map((round) => round.documents))].sort((a, b) => a - b);
  return held.map((documents) => {
    const starts = rounds.filter((round) => round.documents === documents);
    const idle = starts
      .map((round) => pointsOf(round, 'idleCpu_ms_per_s'))
      .filter((points) => points.length > 1);
    return {
      documents,
      starts: starts.length,
      steps: starts[0]?.steps.map((step) => step.clients) ?? [],
      heap: fitSlope(starts.map((round) => pointsOf(round, 'heap_bytes'))),
      rss: fitSlope(starts.map((round) => pointsOf(round, 'rss_bytes'))),
      idleCpu: idle.length > 0 ? fitSlope(idle) : null,
    };
  });
}
