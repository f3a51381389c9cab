import type { Contestant, ContestantSummary, StackFacts, Summary } from './results.ts';

/** For sentences: the stack's title where the key is just the stack, or else the key. */
export function nameOf(key: string, summary: Pick<Summary, 'stacks' | 'contestants'>): string {
  const found = summary.contestants.find((one) => one.key === key);
  return found ? titleOf(found, summary.stacks) : (summary.stacks[key]?.title ?? key);
}

export function titleOf(contestant: Contestant, stacks: Record<string, StackFacts>): string {
  const { key, stack } = contestant;
  return key === stack ? (stacks[stack]?.title ?? key) : key;
}

/** `oplog, ddp-sockjs`, and all that was changed of it. */
export function settingsOf({ mode, transport, variant }: Contestant): string {
  return [mode, transport, ...changesOf(variant)].join(', ');
}

export function changesOf(variant: Contestant['variant']): string[] {
  return [
    ...(variant.writer === 'database' ? ['written by the database'] : []),
    ...(variant.writeConcern === '1' ? ['w: 1'] : []),
    ...(variant.compression ? [] : ['no compression offered']),
    ...(variant.probe ? [] : ['no preload']),
    ...(variant.node === null ? [] : [`on ${variant.node}'s Node`]),
    ...(variant.strategy === null ? [] : [variant.strategy]),
  ];
}

/** Scenarios in their order, each with its contestants. */
export function byScenario(summary: Summary): [scenario: string, contestants: ContestantSummary[]][] {
  return [...Map.groupBy(summary.contestants, ({ scenario }) => scenario)];
}

/** More than so many contestants stand as rows, not as columns. */
export const mostColumns = 3;
