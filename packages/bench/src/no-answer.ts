import type { Reason } from '@meteor-vs-mean/results';
import { ruleOf } from './rules/all.ts';

/**
 * What to change where too few rounds were valid: the remedy of what most of the void ones broke.
 * @returns null if nothing was void
 */
export function advice({ void: voided }: { void: readonly { reasons: readonly Reason[] }[] }): string | null {
  // A round may break a rule twice, by two readings.
  const broken = voided.flatMap(({ reasons }) => [
    ...new Map(reasons.map((one) => [one.code, one])).values(),
  ]);
  const [most] = [...Map.groupBy(broken, ({ code }) => code)]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || rank(a) - rank(b))
    .map(([, same]) => same);
  const [reason] = most ?? [];
  if (!most || !reason) return null;
  return `${most.length} of ${voided.length} void rounds: ${reason.code} (${reason.reading}; ${reason.threshold}). ${reason.remedy}.`;
}

/** Of rules that are broken as often, what the machine did comes first: it explains the others. */
function rank(code: string): number {
  return ruleOf(code).blames === 'machine' ? 0 : 1;
}
