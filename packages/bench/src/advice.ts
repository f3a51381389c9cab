import type { Reason } from '@meteor-vs-mean/report';

/**
 * What to change where too few rounds were valid: the remedy of what most of the void ones broke.
 * @returns null if nothing was void
 */
export function advice({ void: voided }: { void: readonly { reasons: readonly Reason[] }[] }): string | null {
  const broken = new Map<string, Reason[]>();
  for (const { reasons } of voided) {
    // A round may break a rule twice, by two readings.
    for (const reason of new Map(reasons.map((one) => [one.code, one])).values()) {
      broken.set(reason.code, [...(broken.get(reason.code) ?? []), reason]);
    }
  }
  const [most] = [...broken.entries()]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || rank(a) - rank(b))
    .map(([, same]) => same);
  const [reason] = most ?? [];
  if (!most || !reason) return null;
  return `${most.length} of ${voided.length} void rounds: ${reason.code} (${reason.reading}; ${reason.threshold}). ${reason.remedy}.`;
}

/** Of rules that are broken as often, what the machine did comes first: it explains the others. */
const causes = ['machine-busy', 'throttled', 'cores-stolen', 'swapping'];

function rank(code: string): number {
  return causes.includes(code) ? 0 : 1;
}
