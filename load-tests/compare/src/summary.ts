import type {
  Contestant,
  ContestantSummary,
  CountName,
  DeliveryRound,
  Machine,
  MemoryRound,
  MemorySummary,
  MongoFacts,
  Round,
  StackFacts,
  Summary,
} from '@meteor-vs-mean/report';
import { countNames } from '@meteor-vs-mean/report';
import {
  type Latencies,
  median,
  mergeLatencies,
  percentiles,
  type Ratios,
  ratios,
} from '@meteor-vs-mean/stats';

export interface Measured {
  round: Round;
  /** Of a delivery round. */
  latencies?: Latencies;
}

interface Frame {
  id: string;
  seed: number;
  partial: boolean;
  stacks: Record<string, StackFacts>;
  mongo: MongoFacts;
  machine: Machine;
  contestants: readonly Contestant[];
  /** Valid rounds that each contestant needs, by scenario. */
  needed: Record<string, number>;
}

/** From rounds to what is printed; pure. Void rounds take no part in any figure. */
export function summarise(frame: Frame, measured: readonly Measured[]): Summary {
  const { needed, ...rest } = frame;
  const scenarios = Object.keys(needed);
  const contestants = scenarios.flatMap((scenario) =>
    frame.contestants.map((contestant) => summariseContestant(frame, contestant, scenario, measured)),
  );
  return {
    format: 1,
    ...rest,
    contestants,
    ratios: frame.contestants.length === 2 ? allRatios(frame.contestants, measured) : null,
    void: measured
      .filter(({ round }) => round.verdict === 'void')
      .map(({ round }) => ({
        round: round.round,
        stack: round.stack,
        scenario: round.scenario,
        reasons: round.reasons,
      })),
    enough:
      contestants.length > 0 && contestants.every((one) => one.rounds.valid >= (needed[one.scenario] ?? 0)),
  };
}

function summariseContestant(
  { stacks }: Frame,
  contestant: Contestant,
  scenario: string,
  measured: readonly Measured[],
): ContestantSummary {
  const mine = measured.filter(({ round }) => round.scenario === scenario && isOf(contestant, round));
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
    stack: contestant.stack,
    mode: contestant.mode,
    transport: contestant.transport,
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
    heap_bytes: (most.heap_bytes_per_client - fewest.heap_bytes_per_client) / documents,
    rss_bytes: (most.rss_bytes_per_client - fewest.rss_bytes_per_client) / documents,
  };
}

function waitingShare({ app, window_ms }: DeliveryRound): number | null {
  return app?.waiting_ms == null || window_ms === 0 ? null : app.waiting_ms / window_ms;
}

function summariseMemory(rounds: readonly MemoryRound[]): MemorySummary[] {
  const held = [...new Set(rounds.map((round) => round.documents))].sort((a, b) => a - b);
  return held.map((documents) => {
    const starts = rounds.filter((round) => round.documents === documents);
    const middle = (of: (round: MemoryRound) => number) => median(starts.map(of)) ?? 0;
    return {
      documents,
      starts: starts.length,
      steps: starts[0]?.steps.map((step) => step.clients) ?? [],
      rss_bytes_per_client: middle(({ rss }) => rss?.slope ?? 0),
      heap_bytes_per_client: middle(({ heap }) => heap?.slope ?? 0),
      rss_bytes_empty: middle(({ rss }) => rss?.intercept ?? 0),
      heap_r2: Math.min(...starts.map(({ heap }) => heap?.r2 ?? 0)),
      rss_r2: Math.min(...starts.map(({ rss }) => rss?.r2 ?? 0)),
    };
  });
}

type Figure = [name: string, value: (round: Round) => number | null | undefined];

const percentileFigures: Figure[] = (['p50_ms', 'p95_ms', 'p99_ms'] as const).map((name) => [
  name,
  (round) => (round.kind === 'deliveries' ? round[name] : undefined),
]);

/** Here null means that it couldn't be read, not that it never came. */
const cpuFigures: Figure[] = (['appCpu_ms_per_1000', 'mongodCpu_ms_per_1000'] as const).map((name) => [
  name,
  (round) => (round.kind === 'deliveries' ? (round[name] ?? undefined) : undefined),
]);

function memoryFigures(documents: number): Figure[] {
  return (['heap', 'rss'] as const).map((kind) => [
    `${kind}_bytes_per_client_${documents}`,
    (round) => (round.kind === 'memory' && round.documents === documents ? round[kind]?.slope : undefined),
  ]);
}

/** First contestant over second, by scenario, within the pairs of which both rounds are valid. */
function allRatios(
  [first, second]: readonly Contestant[],
  measured: readonly Measured[],
): Record<string, Record<string, Ratios>> {
  const valid = measured.flatMap(({ round }) => (round.verdict === 'valid' ? [round] : []));
  const found: Record<string, Record<string, Ratios>> = {};
  for (const scenario of new Set(valid.map((round) => round.scenario))) {
    const rounds = valid.filter((round) => round.scenario === scenario);
    const documents = new Set(rounds.flatMap((round) => (round.kind === 'memory' ? [round.documents] : [])));
    const pairs = [...new Set(rounds.map((round) => round.pair))];
    const figures: Record<string, Ratios> = {};
    const all = [...percentileFigures, ...cpuFigures, ...[...documents].flatMap(memoryFigures)];
    for (const [name, value] of all) {
      const at = (contestant: Contestant | undefined, pair: number) =>
        rounds
          .filter((round) => round.pair === pair && contestant && isOf(contestant, round))
          .map(value)
          .find((one) => one !== undefined);
      const ratio = ratios(pairs.map((pair) => [at(first, pair), at(second, pair)] as const));
      if (ratio) figures[name] = ratio;
    }
    found[scenario] = figures;
  }
  return found;
}

function isOf(contestant: Contestant, { stack, mode, transport }: Contestant): boolean {
  return contestant.stack === stack && contestant.mode === mode && contestant.transport === transport;
}
