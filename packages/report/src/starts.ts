import { fitSlope, type Point } from '@meteor-vs-mean/stats';
import type { MemoryRound, MemoryStep, Round } from './results.ts';

/** A figure that every start of an app gives one value of. */
export interface StartFigure {
  name: string;
  /** In a table. */
  label: string;
  unit: string;
  /** From its own unit to the one that is shown. */
  scale: number;
  /** Undefined if the round doesn't have it, null if it lies beyond the drain. */
  of(round: Round): number | null | undefined;
}

const percentiles = (['p50_ms', 'p95_ms', 'p99_ms'] as const).map(
  (name): StartFigure => ({
    name,
    label: `fan-out latency ${name.slice(0, 3)}`,
    unit: 'ms',
    scale: 1,
    of: (round) => (round.kind === 'deliveries' ? round[name] : undefined),
  }),
);

/** Here null means that it couldn't be read, not that it never came. */
const cpu = (
  [
    ['appCpu_ms_per_1000', 'CPU, ms per 1,000 deliveries'],
    ['mongodCpu_ms_per_1000', 'mongod CPU, ms per 1,000 deliveries'],
  ] as const
).map(
  ([name, label]): StartFigure => ({
    name,
    label,
    unit: '',
    scale: 1,
    of: (round) => (round.kind === 'deliveries' ? (round[name] ?? undefined) : undefined),
  }),
);

function memoryFigures(documents: number): StartFigure[] {
  const slope = (name: string, label: string, of: (step: MemoryStep) => number): StartFigure => ({
    name: `${name}_bytes_per_client_${documents}`,
    label: `${label} a client, ${documents} documents held`,
    unit: 'KB',
    scale: 1e-3,
    of: (round) =>
      round.kind === 'memory' && round.documents === documents ? slopeOf(round, of) : undefined,
  });
  return [slope('heap', 'heap', (step) => step.heap_bytes), slope('rss', 'RSS', (step) => step.rss_bytes)];
}

/** One start is one line. */
function slopeOf({ steps }: MemoryRound, of: (step: MemoryStep) => number): number | undefined {
  const points = steps.map((step): Point => [step.clients, of(step)]);
  return new Set(points.map(([clients]) => clients)).size > 1 ? fitSlope([points]).slope : undefined;
}

/** All figures that some of these rounds have. */
export function startFigures(rounds: readonly Round[]): StartFigure[] {
  const documents = new Set(rounds.flatMap((round) => (round.kind === 'memory' ? [round.documents] : [])));
  const held = [...documents].sort((a, b) => a - b);
  return [...percentiles, ...cpu, ...held.flatMap(memoryFigures)].filter(({ of }) =>
    rounds.some((round) => of(round) !== undefined),
  );
}
