import {
  type AppContestant,
  levelVerdict,
  type SearchedCurve,
  type TrialVerdict,
  trialVerdict,
} from '@meteor-vs-mean/measure/results';
import { type SoFar, withRetries } from '@meteor-vs-mean/measure/run';
import type { Options } from '../options/options.ts';
import { limit_ms } from './capacity.ts';
import type { ExperimentPlan } from './plan.ts';
import type { PlannedDeliveries } from './planned-round.ts';
import { measuredBy, pairsOf } from './rounds.ts';

type CurveOptions = Pick<
  Options,
  'levels' | 'rate' | 'duration_s' | 'drain_s' | 'pairs' | 'limit_s' | 'size'
>;

/** Where one round at a level failed and another one passed, so many more may decide. */
const mostMore = 2;

/** A contestant on its way up. */
class Climber {
  readonly contestant: AppContestant;
  readonly trials: (SearchedCurve['trials'][number] & { verdict: TrialVerdict })[] = [];

  constructor(contestant: AppContestant) {
    this.contestant = contestant;
  }

  verdictAt(queries: number): ReturnType<typeof levelVerdict> {
    const those = this.trials.filter(({ level }) => level === queries);
    return levelVerdict(those.map(({ verdict }) => verdict));
  }
}

/**
 * Pairs of rounds at one number of live queries after the other, each query a list with one subscriber, until a
 * contestant fails a level: the others continue.
 */
export function curve(options: CurveOptions, contestants: readonly AppContestant[]): ExperimentPlan {
  const { levels, rate, duration_s, drain_s, limit_s, size } = options;
  // A toy measures no speed: on a busy machine its first level would fail by the p99, and no other would be run.
  const most_ms = size === 'toy' ? 1000 * drain_s : limit_ms;
  const climbers = contestants.map((contestant) => new Climber(contestant));
  let pair = 0;

  function* climb(queries: number, going: readonly Climber[], sofar: SoFar) {
    const planned = (climber: Climber, of: number): PlannedDeliveries => ({
      kind: 'deliveries',
      pair: of,
      contestant: climber.contestant,
      scenario: 'fan-out',
      load: { clients: queries, rate, duration_s, drain_s },
    });
    const inTime = () => sofar.elapsed_s() < limit_s;
    function* pairs() {
      const from = pair + 1;
      pair += options.pairs;
      for (const { pair: of, contestant } of pairsOf(contestants, options.pairs, from)) {
        const climber = going.find((one) => one.contestant === contestant);
        if (climber && climber.verdictAt(queries) !== 'failed' && inTime()) yield planned(climber, of);
      }
    }
    yield* noted(withRetries(pairs(), sofar), sofar);
    for (const climber of going) {
      for (let more = 0; more < mostMore && climber.verdictAt(queries) === 'undecided' && inTime(); more++) {
        yield* noted(withRetries([planned(climber, ++pair)], sofar), sofar);
      }
    }
  }

  /** Each round becomes a trial as soon as it is over: the next one depends on it. */
  function* noted(rounds: Iterable<PlannedDeliveries>, sofar: SoFar): Generator<PlannedDeliveries> {
    for (const planned of rounds) {
      const found = yield* measuredBy(planned, sofar);
      if (!found) continue;
      climberOf(planned).trials.push({
        level: planned.load.clients,
        round: found.round,
        verdict: trialVerdict(found, most_ms),
      });
    }
  }

  const climberOf = ({ contestant }: PlannedDeliveries) =>
    climbers.find((one) => one.contestant === contestant) as Climber;

  return {
    contestants,
    notRun: [],
    comparisons: [],
    needed: [],
    total: null,
    *rounds(sofar) {
      let going: readonly Climber[] = climbers;
      for (const queries of levels) {
        if (sofar.elapsed_s() >= limit_s) break;
        yield* climb(queries, going, sofar);
        // What only the machine spoiled says nothing of the next level; what the generator can't do it can't do there.
        going = going.filter((one) => ['passed', 'spoiled'].includes(one.verdictAt(queries)));
      }
    },
    curves: () =>
      climbers
        .filter(({ trials }) => trials.length > 0)
        .map(({ contestant, trials }) => ({
          contestant: contestant.key,
          rate_per_s: rate,
          limit_ms: most_ms,
          asked: levels,
          trials: trials.map(({ level, round }) => ({ level, round })),
        })),
  };
}
