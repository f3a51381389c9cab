import { fitCostLine, type Point } from '@meteor-vs-mean/stats';
import type { AppContestant } from './contestant.ts';
import type { Curve, SearchedCurve } from './curve.ts';
import { type DeliveryRounds, type Level, levelsOf } from './level.ts';
import { isCounted } from './round.ts';

/** What follows from the rounds of a curve; void ones take part in no figure. */
export function curveOf(searched: SearchedCurve, contestant: AppContestant, rounds: DeliveryRounds): Curve {
  const { trials, ...curve } = searched;
  const levels = levelsOf(searched, rounds);
  const last = levels.at(-1);
  const tried = trials.flatMap(({ round }) => rounds.get(round)?.round ?? []);
  const { stack, mode, transport, variant } = contestant;
  return {
    ...curve,
    stack,
    mode,
    transport,
    variant,
    drivers: [...new Set(tried.flatMap(({ drivers }) => drivers))],
    extensions: [...new Set(tried.map(({ extensions }) => extensions || 'no compression'))],
    levels,
    growth: fitCostLine(levels.flatMap(pointsOf)),
    failedAt: last?.verdict === 'failed' ? { level: last.level, reading: last.reading ?? '' } : null,
    limitedBy: limitedBy(last, searched.asked.at(-1)),
  };
}

/** Past what an app can carry its CPU is what a core gives, and no longer what a write costs. */
function pointsOf({ level, verdict, trials }: Level): Point[] {
  if (verdict !== 'passed') return [];
  return trials.flatMap(({ validity, cpu_ms_per_write }): Point[] =>
    isCounted({ verdict: validity }) && cpu_ms_per_write !== null ? [[level, 1000 * cpu_ms_per_write]] : [],
  );
}

function limitedBy(last: Level | undefined, most: number | undefined): Curve['limitedBy'] {
  if (!last) return 'time';
  const isLast = last.level === most;
  switch (last.verdict) {
    case 'failed':
      return 'app';
    case 'passed':
      return isLast ? 'asked' : 'time';
    case 'void':
      return 'generator';
    case 'spoiled':
      return isLast ? 'machine' : 'time';
    case 'undecided': {
      const said = last.trials.map(({ verdict }) => verdict);
      if (said.includes('void')) return 'generator';
      return said.includes('spoiled') ? 'machine' : 'time';
    }
  }
}
