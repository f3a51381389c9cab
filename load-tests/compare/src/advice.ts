import type { Reason, Summary } from '@meteor-vs-mean/report';

/**
 * What to change where too few rounds were valid: the remedy of what most of the void ones broke.
 * @returns null if nothing was void
 */
export function advice({ void: voided }: Pick<Summary, 'void'>): string | null {
  const broken = new Map<string, Reason[]>();
  for (const { reasons } of voided) {
    // A round may break a rule twice, by two readings.
    for (const reason of new Map(reasons.map((one) => [one.code, one])).values()) {
      broken.set(reason.code, [...(broken.get(reason.code) ?? []), reason]);
    }
  }
  const [most] = [...broken.values()].sort((a, b) => b.length - a.length);
  const [reason] = most ?? [];
  if (!most || !reason) return null;
  return `${most.length} of ${voided.length} void rounds: ${reason.code} (${reason.reading}; ${reason.threshold}). ${reason.remedy}.`;
}
