import type { AppContestant, SearchedCurve } from '../../src/results/index.ts';
import { deliveryRound, type Fixture, fixture, mean, meteor, type Parts } from './fixture.ts';

export const [meteorOwn, meanOwn] = [meteor, mean].map(
  (one): AppContestant => ({ ...one, key: `${one.key} own`, variant: { ...one.variant, audience: 'own' } }),
) as [AppContestant, AppContestant];

type Made = ReturnType<typeof deliveryRound>;

/** So many lists with one subscriber each. @param cpu_ms of each write */
function curveRound(
  contestant: AppContestant,
  round: number,
  pair: number,
  queries: number,
  { cpu_ms, p50, lost = 0 }: { cpu_ms: number; p50: number; lost?: number },
): Made {
  const made = deliveryRound(contestant, round, pair, { p50, lost, cpu: 1000 * cpu_ms, subscribers: 1 });
  return { ...made, round: { ...made.round, subscribers: queries, parents: queries } };
}

const levels = [1, 100, 1000];

/**
 * A run of a curve: two pairs at each level. Meteor's write costs 10 ms and 24 µs for
 * each live query, and it loses deliveries at 1,000; MEAN's costs 4 ms.
 */
export function curveFixture(change: (curve: SearchedCurve) => SearchedCurve = (curve) => curve): Fixture {
  const deliveries: Made[] = [];
  const of = (contestant: AppContestant) => ({
    contestant: contestant.key,
    rate_per_s: 20,
    limit_ms: 500,
    asked: levels,
    trials: [] as SearchedCurve['trials'][number][],
  });
  const both = [meteorOwn, meanOwn].map((contestant) => ({ contestant, curve: of(contestant) }));
  let pair = 0;
  for (const queries of levels) {
    for (const noise of [0.98, 1.03]) {
      pair++;
      for (const { contestant, curve } of both) {
        const isMeteor = contestant === meteorOwn;
        const cpu_ms = noise * (isMeteor ? 10 + 0.024 * queries : 4);
        const lost = isMeteor && queries === 1000 ? 500 : 0;
        const round = deliveries.length + 1;
        deliveries.push(
          curveRound(contestant, round, pair, queries, { cpu_ms, lost, p50: isMeteor ? 9 : 5 }),
        );
        curve.trials.push({ level: queries, round });
      }
    }
  }
  const parts: Parts = {
    experiment: 'curve',
    contestants: [meteorOwn, meanOwn],
    comparisons: [],
    deliveries,
    plan: { needed: [], curves: both.map(({ curve }) => change(curve)) },
  };
  return fixture(parts);
}
