/** What became of one round at a level: p99 under the limit, or not; void, if it says nothing of the app. */
export type LevelVerdict = 'passed' | 'failed' | 'void';

export interface SearchOptions {
  /** Where it begins; doubled as long as that passes. */
  start: number;
  /** The highest level that is tried. */
  most: number;
  /** Levels are multiples of it. */
  step: number;
  /** How near the knee is to be found: 0.1 for 10 %. */
  precision: number;
}

export interface Found {
  /** The highest level that passed; null if none did. */
  knee: number | null;
  /** What stood in the way of more. With the others than `latency` the knee is at least this. */
  limitedBy: 'latency' | 'generator' | 'asked';
}

/** Of so many rounds at one level */
const most_rounds = 3;
/** so many decide. */
const enough_rounds = 2;

/** What the rounds at one level have said so far. */
interface Level {
  passed: number;
  failed: number;
  void: number;
}

/**
 * Looks for the highest level that passes: doubles until one doesn't, then halves the ratio between the highest that
 * passed and the lowest that didn't. A level passes if two of its three rounds do. On the way up one round is enough
 * to go on, because a higher level that passes says more; the one that is reported has passed twice.
 *
 * Pure: it yields the level of the next round, and is given its outcome.
 * @returns the highest level that passed, and what stood in the way of the next one; where more rounds were void than
 *   failed it was the generator, and the knee is at least that
 */
export function* searchKnee(options: SearchOptions): Generator<number, Found, LevelVerdict> {
  const { most, step, precision } = options;
  const levels = new Map<number, Level>();
  const rounded = (level: number) => Math.max(step, Math.round(level / step) * step);
  const levelAt = (level: number): Level => {
    const seen = levels.get(level) ?? { passed: 0, failed: 0, void: 0 };
    levels.set(level, seen);
    return seen;
  };
  /** @param wanted rounds that have to pass */
  function* decide(level: number, wanted: number): Generator<number, boolean, LevelVerdict> {
    const seen = levelAt(level);
    for (;;) {
      if (seen.passed >= (seen.failed + seen.void > 0 ? enough_rounds : wanted)) return true;
      if (seen.failed + seen.void > most_rounds - enough_rounds) return false;
      seen[yield level]++;
    }
  }

  /** The highest that passed, and the lowest that didn't. */
  const lower = () => highest([...levels].filter(([, seen]) => isPassed(seen)).map(([level]) => level));
  let upper: number | undefined;

  let level = Math.min(rounded(options.start), most);
  while (upper === undefined) {
    if (!(yield* decide(level, 1))) upper = level;
    else if (level >= most) break;
    else level = Math.min(rounded(level * 2), most);
  }
  // It may begin too high, and what passed once on the way up may not pass again.
  for (;;) {
    const reached = lower();
    if (upper !== undefined) {
      const middle = reached === undefined ? upper / 2 : Math.sqrt(reached * upper);
      const next = rounded(middle);
      const isNew = next < upper && (reached === undefined || next > reached);
      const isFar = reached === undefined || upper / reached > 1 + precision;
      if (isNew && isFar) {
        if (!(yield* decide(next, enough_rounds))) upper = next;
        continue;
      }
    }
    if (reached === undefined || (yield* decide(reached, enough_rounds))) {
      return {
        knee: reached ?? null,
        limitedBy: upper === undefined ? 'asked' : whatStopped(levelAt(upper)),
      };
    }
    upper = reached;
  }
}

/**
 * What a search had reached that was broken off: the highest level that most of its rounds passed; null: none. A void
 * round counts against its level, as it does in `searchKnee`.
 */
export function reached(rounds: readonly { level: number; verdict: LevelVerdict }[]): number | null {
  const passed = rounds.filter(({ level }) => {
    const verdicts = rounds.filter((one) => one.level === level).map(({ verdict }) => verdict);
    return verdicts.filter((verdict) => verdict === 'passed').length > verdicts.length / 2;
  });
  return highest(passed.map(({ level }) => level)) ?? null;
}

function isPassed({ passed, failed, void: voids }: Level): boolean {
  return failed + voids <= most_rounds - enough_rounds && passed >= (failed + voids > 0 ? enough_rounds : 1);
}

function whatStopped({ failed, void: voids }: Level): Found['limitedBy'] {
  return voids > failed ? 'generator' : 'latency';
}

function highest(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
