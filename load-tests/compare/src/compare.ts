import type { Comparison, MemoryRound, Round } from '@meteor-vs-mean/report';
import { fitSlope, type PairOf, type Ratios, ratios } from '@meteor-vs-mean/stats';
import type { PlannedComparison } from './experiment.ts';
import { pointsOf } from './points.ts';
import type { Measured } from './summary.ts';

/** Its value in a round: undefined if the round doesn't have it, null if it lies beyond the drain. */
interface Figure {
  name: string;
  of(round: Round): number | null | undefined;
}

const percentileFigures = (['p50_ms', 'p95_ms', 'p99_ms'] as const).map(
  (name): Figure => ({ name, of: (round) => (round.kind === 'deliveries' ? round[name] : undefined) }),
);

/** Here null means that it couldn't be read, not that it never came. */
const cpuFigures = (['appCpu_ms_per_1000', 'mongodCpu_ms_per_1000'] as const).map(
  (name): Figure => ({
    name,
    of: (round) => (round.kind === 'deliveries' ? (round[name] ?? undefined) : undefined),
  }),
);

function memoryFigures(documents: number): Figure[] {
  const slope = (name: string, key: Parameters<typeof pointsOf>[1]): Figure => ({
    name: `${name}_${documents}`,
    of: (round) =>
      round.kind === 'memory' && round.documents === documents ? slopeOf(round, key) : undefined,
  });
  return [
    slope('heap_bytes_per_client', 'heap_bytes'),
    slope('rss_bytes_per_client', 'rss_bytes'),
    slope('idleCpu_ms_per_s_and_client', 'idleCpu_ms_per_s'),
  ];
}

function slopeOf(round: MemoryRound, key: Parameters<typeof pointsOf>[1]): number | undefined {
  const points = pointsOf(round, key);
  return points.length > 1 ? fitSlope([points]).slope : undefined;
}

/** One contestant over another, a comparison a scenario, within the pairs of which both rounds are valid. */
export function compare(
  { title, a, b }: PlannedComparison,
  measured: readonly Measured[],
  seed: number,
): Comparison[] {
  const valid = measured.flatMap(({ round }) => (round.verdict === 'valid' ? [round] : []));
  const of = (key: string) =>
    new Set(valid.filter((round) => round.key === key).map(({ scenario }) => scenario));
  const scenarios = [...of(a)].filter((scenario) => of(b).has(scenario));
  return scenarios.map((scenario) => {
    const rounds = valid.filter((round) => round.scenario === scenario);
    const documents = new Set(rounds.flatMap((round) => (round.kind === 'memory' ? [round.documents] : [])));
    const figures: Record<string, Ratios> = {};
    for (const figure of [...percentileFigures, ...cpuFigures, ...[...documents].flatMap(memoryFigures)]) {
      const found = ratios(pairsOf(rounds, figure, a, b), { seed });
      if (found) figures[figure.name] = found;
    }
    return { title, scenario, a, b, figures };
  });
}

function pairsOf(rounds: readonly Round[], figure: Figure, a: string, b: string): PairOf[] {
  return [...new Set(rounds.map((round) => round.pair))].map((pair) => {
    const inPair = (key: string) =>
      rounds.find((round) => round.pair === pair && round.key === key && figure.of(round) !== undefined);
    const [roundA, roundB] = [inPair(a), inPair(b)];
    return {
      a: roundA && figure.of(roundA),
      b: roundB && figure.of(roundB),
      first: (roundB?.round ?? Number.POSITIVE_INFINITY) < (roundA?.round ?? 0) ? 'b' : 'a',
    };
  });
}
