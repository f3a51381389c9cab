import { type Reason, voidingReasons } from '../results/index.ts';
import { ruleOf } from '../rules/all.ts';

/**
 * Why a run has no figures, in one line: the reason that made most of its rounds void, and what to change.
 * @param voided the void rounds
 */
export function noAnswer(voided: readonly { reasons: readonly Reason[] }[]): string {
  const broken = voided.flatMap(({ reasons }) => [
    // A round may break a rule twice, by two readings.
    ...new Map(voidingReasons(reasons).map((one) => [one.code, one])).values(),
  ]);
  const [most] = [...Map.groupBy(broken, ({ code }) => code)]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || rank(a) - rank(b))
    .map(([, same]) => same);
  const [reason] = most ?? [];
  if (!most || !reason) return 'No figures: no round was measured.';
  const rounds = `${most.length} of ${voided.length} void rounds`;
  return `No figures: ${rounds} by ${reason.code} (${reason.reading}). ${reason.remedy}.`;
}

/** Of rules that are broken as often, the machine's come first: they explain the others. */
function rank(code: string): number {
  return ruleOf(code).blames === 'machine' ? 0 : 1;
}
