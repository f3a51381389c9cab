import { type Reason, type Verdict, voidingReasons } from '../results/round.ts';

/**
 * Whom a broken rule blames: the app that is measured, what else the machine did, whoever generates the load and
 * measures, or how the run was set up.
 */
type Blame = 'app' | 'machine' | 'generator' | 'run';

/** All that there is to know of a code. Several rules may have one code, if they blame the same. */
export interface Rule<Readings> {
  readonly code: string;
  readonly blames: Blame;
  /** True if it says how busy the machine or the generator was: a toy run measures no speed, and passes it over. */
  readonly ofSpeed?: true;
  /** True of a rule of speed whose breach may make deliveries look quicker, too; any other only makes them later. */
  readonly eitherWay?: true;
  /**
   * `noisy`: the machine was less quiet than a recorded run wants; the round counts, and is shown as noisy. `remark`: a
   * finding about the app, which leaves the round valid. Default: a round that breaks the rule is void.
   */
  readonly severity?: 'noisy' | 'remark';
  /** What must hold in every round, for the tables of the READMEs. */
  readonly rule: string;
  /** The same with the numbers of one round, where they differ between rounds. */
  readonly threshold?: (readings: Readings) => string;
  /** @returns what was read, if it breaks the rule; null if the rule holds, or if the reading is unknown */
  readonly reading: (readings: Readings) => string | null;
  readonly remedy: string;
}

/**
 * Judges a round.
 * @param size `toy`: rules of speed are passed over
 * @returns a reason for each rule that the readings break, in the order of the rules
 */
export function judge<Readings>(
  rules: readonly Rule<Readings>[],
  readings: Readings,
  { size }: { size?: string } = {},
): Reason[] {
  return rules.flatMap(({ code, ofSpeed, severity, rule, threshold, reading, remedy }) => {
    const read = size === 'toy' && ofSpeed ? null : reading(readings);
    if (read === null) return [];
    const reason = { code, threshold: threshold?.(readings) ?? rule, reading: read, remedy };
    return [severity === 'noisy' ? { ...reason, isNoise: true } : reason];
  });
}

/** @returns what the reasons come to: only noise leaves a round in the figures */
export function verdictOf(reasons: readonly Reason[]): Verdict {
  if (voidingReasons(reasons).length > 0) return 'void';
  return reasons.length > 0 ? 'noisy' : 'valid';
}

export function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)} %`;
}

/** @returns a share of 0 to 1 in percent if it is above what is allowed; null if not, or if it is unknown */
export function above(share: number | null, most: number, digits = 0): string | null {
  return share !== null && share > most ? percent(share, digits) : null;
}
