/** The verdict of one round at a level: `void` says nothing about the app. */
export type LevelVerdict = 'passed' | 'failed' | 'void';

export interface SearchOptions {
  /** The first level; doubled as long as it passes. */
  start: number;
  /** The highest level that is tried. */
  most: number;
  /** How near the capacity has to be found: 0.05 for 5 %. */
  precision: number;
}

export interface Found {
  /** The highest level that passed twice; null if none did. */
  held: number | null;
  /** The lowest level that didn't pass; null if all did up to `most`. */
  beyond: number | null;
}

/** Two rounds with one verdict decide a level: two rounds, or three if they disagree. */
const enough = 2;
/** A level has no more digits than this: 1,237 users are as many as 1,240. */
const digits = 3;

/**
 * Looks for the highest level that passes: doubles the level until one doesn't, then halves the ratio between the highest
 * that passed and the lowest that didn't. On the way up one round is enough, because a higher level that passes says
 * more; the level that is reported has passed twice, and the one beyond it hasn't passed twice in three rounds.
 *
 * Pure: it yields the level of the next round, and is given its verdict.
 */
export function* searchLevels({
  start,
  most,
  precision,
}: SearchOptions): Generator<number, Found, LevelVerdict> {
  const rounds = new Map<number, { passed: number; others: number }>();
  function* passes(level: number, wanted: number): Generator<number, boolean, LevelVerdict> {
    const seen = rounds.get(level) ?? { passed: 0, others: 0 };
    rounds.set(level, seen);
    while (seen.others < enough) {
      if (seen.passed >= (seen.others > 0 ? enough : wanted)) return true;
      seen[(yield level) === 'passed' ? 'passed' : 'others']++;
    }
    return false;
  }

  /** Levels that passed, lowest first. */
  const passed: number[] = [];
  let beyond: number | null = null;
  let level: number | undefined = Math.min(start, most);
  for (;;) {
    const held = passed.at(-1);
    if (level !== undefined) {
      if (yield* passes(level, beyond === null ? 1 : enough)) passed.push(level);
      else beyond = level;
    } else if (held === undefined || (yield* passes(held, enough))) {
      return { held: held ?? null, beyond };
    } else {
      // One lucky round on the way up.
      beyond = held;
      passed.pop();
    }
    level = between(passed.at(-1), beyond, most, precision);
  }
}

/** @returns undefined if `held` and `beyond` are near enough to each other */
function between(held: number | undefined, beyond: number | null, most: number, precision: number) {
  if (beyond === null) return held === undefined || held >= most ? undefined : Math.min(2 * held, most);
  if (held !== undefined && beyond / held <= 1 + precision) return undefined;
  const level = rounded(held === undefined ? beyond / 2 : Math.sqrt(held * beyond));
  return level > (held ?? 0) && level < beyond ? level : undefined;
}

const rounded = (level: number) => Math.round(Number(level.toPrecision(digits)));

/** The highest level that most of its rounds passed, of a search that was interrupted; null if there is none. */
export function reached(rounds: readonly { level: number; verdict: LevelVerdict }[]): number | null {
  const held = [...Map.groupBy(rounds, ({ level }) => level)].filter(
    ([, those]) => those.filter(({ verdict }) => verdict === 'passed').length > those.length / 2,
  );
  return held.length === 0 ? null : Math.max(...held.map(([level]) => level));
}
