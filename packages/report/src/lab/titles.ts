import type { LabSummary } from './results.ts';

/** What a target is called; its key if the summary doesn't know it. */
export function targetTitle({ targets }: Pick<LabSummary, 'targets'>, key: string): string {
  return targets.find((one) => one.key === key)?.title ?? key;
}

export function loadTitle({ loads }: Pick<LabSummary, 'loads'>, key: string): string {
  return loads.find((one) => one.key === key)?.title ?? key;
}

/** Who ran in a round, and under what. */
export function whoOf(summary: Pick<LabSummary, 'targets' | 'loads'>, target: string, load: string): string {
  return `${targetTitle(summary, target)}, ${loadTitle(summary, load)}`;
}
