import type { CurveProfile, Grown, ProfiledLevel } from './curve.ts';
import type { ProfiledFunction } from './round.ts';

interface Profiled {
  queries: number;
  round: number;
  profile: readonly ProfiledFunction[];
}

/** Pieces of code that are told, and functions of each. */
const [mostCode, mostFunctions] = [8, 5];

/** @returns null without a profile at two levels */
export function curveProfileOf(profiled: readonly Profiled[]): CurveProfile | null {
  const ordered = profiled.toSorted((a, b) => a.queries - b.queries);
  const [low, high] = [ordered.at(0), ordered.at(-1)];
  if (!low || !high || low.queries === high.queries) return null;
  const all = [
    ...low.profile.map((one) => ({ ...one, low_us: one.us_per_write, high_us: 0 })),
    ...high.profile.map((one) => ({ ...one, low_us: 0, high_us: one.us_per_write })),
  ];
  const code = [...Map.groupBy(all, (one) => one.code)].map(([name, those]) => ({
    ...summed(name, those),
    functions: [...Map.groupBy(those, (one) => one.function)]
      .map(([name, same]) => summed(name, same))
      .sort(byGrowth)
      .slice(0, mostFunctions),
  }));
  return { low: levelOf(low), high: levelOf(high), code: code.sort(byGrowth).slice(0, mostCode) };
}

function levelOf({ queries, round, profile }: Profiled): ProfiledLevel {
  return { queries, round, us_per_write: profile.reduce((sum, { us_per_write }) => sum + us_per_write, 0) };
}

function summed(name: string, those: readonly Omit<Grown, 'name'>[]): Grown {
  return {
    name,
    low_us: those.reduce((sum, { low_us }) => sum + low_us, 0),
    high_us: those.reduce((sum, { high_us }) => sum + high_us, 0),
  };
}

function byGrowth(a: Grown, b: Grown): number {
  return b.high_us - b.low_us - (a.high_us - a.low_us);
}
