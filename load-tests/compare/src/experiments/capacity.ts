import { type AppContestant, type SearchedCapacity, trialVerdict } from '@meteor-vs-mean/measure/results';
import type { SoFar } from '@meteor-vs-mean/measure/run';
import { scenarios as allScenarios, scenariosOf } from '@meteor-vs-mean/scenarios';
import {
  type Audience,
  arriving_s,
  type Found,
  type LevelVerdict,
  searchLevels,
} from 'artillery-engine-pubsub';
import { oneOfEach, vary } from '../contestants/contestants.ts';
import type { Options } from '../options/options.ts';
import type { ExperimentPlan } from './plan.ts';
import type { PlannedDeliveries, PlannedUsers } from './planned-round.ts';
import { measuredBy } from './rounds.ts';

type CapacityOptions = Pick<
  Options,
  'scenarios' | 'audiences' | 'most' | 'limit_s' | 'duration_s' | 'drain_s' | 'size'
>;

/**
 * Hashrocket's websocket-shootout adds clients until the 95th percentile of a broadcast's round trip passes 500 ms
 * (`--limit-percentile 95 --limit-rtt 500ms`, the defaults of its websocket-bench), each broadcast waiting for one
 * before it. Ours is the 99th percentile of an open schedule, which is harder to hold.
 */
export const limit_ms = 500;
const toyLimit_ms = 10_000;
/** What is nearer than a tenth can't be told apart by rounds so short. */
const precision = 0.1;
const start = 200;
/** So many rounds of a level may be spoiled by other programs before one more counts as a round that didn't pass. */
const mostSpoiled = 1;

/** What users do while their number is raised. */
type Task = Pick<SearchedCapacity, 'what' | 'held'>;

const loads: Record<Audience, Task & { rate(users: number): number }> = {
  one: { what: 'users of one list', held: '10 writes a second into it', rate: () => 10 },
  ten: {
    what: 'users in lists of 10',
    held: 'a write a second into each list',
    rate: (users) => Math.max(1, Math.round(users / 10)),
  },
  own: {
    what: 'users with a list each',
    held: 'a write every 10 s into each list',
    rate: (users) => Math.max(1, Math.round(users / 10)),
  },
};

const journey: Task = { what: 'users of the journey', held: 'about a click every 4 s' };
/** How long all users of a flow are there at once. */
const atOnce_s = 30;

/** A round at one level. */
type Raised = Omit<PlannedDeliveries, 'pair' | 'contestant'> | Omit<PlannedUsers, 'pair' | 'contestant'>;

/** The search of one contestant. */
class Search {
  readonly contestant: AppContestant;
  readonly trials: SearchedCapacity['trials'][number][] = [];
  readonly #searching: Generator<number, Found, LevelVerdict>;
  #spoiled = 0;
  /** Of the next round; undefined when the search is over. */
  level: number | undefined;

  constructor(contestant: AppContestant, most: number) {
    this.contestant = contestant;
    this.#searching = searchLevels({ start, most, precision });
    this.#follow(this.#searching.next());
  }

  *round(pair: number, plan: (users: number) => Raised, sofar: SoFar, most_ms: number) {
    const { contestant, level } = this;
    if (level === undefined) return;
    const planned = { pair, contestant, ...plan(level) };
    const found = yield* measuredBy(planned, sofar);
    if (!found) return;
    this.trials.push({ level, round: found.round });
    const verdict = trialVerdict(found, most_ms);
    if (verdict === 'spoiled' && ++this.#spoiled <= mostSpoiled) return;
    this.#follow(this.#searching.next(verdict === 'spoiled' ? 'void' : verdict));
  }

  #follow(next: IteratorResult<number, Found>): void {
    const level = next.done ? undefined : next.value;
    if (level !== this.level) this.#spoiled = 0;
    this.level = level;
  }
}

/**
 * The most users that each contestant carries, for each audience and each flow. The searches of one of them take turns,
 * and each has its share of the time.
 */
export function capacity(options: CapacityOptions, bases: readonly AppContestant[]): ExperimentPlan {
  const { scenarios, audiences, most, limit_s, duration_s, drain_s, size } = options;
  // A toy measures no speed: its first level would fail by the p99 on a busy machine.
  const most_ms = size === 'toy' ? toyLimit_ms : limit_ms;
  const ofAudiences = scenariosOf(scenarios, 'deliveries').flatMap((scenario) =>
    audiences.map((audience) => ({
      ...loads[audience],
      searches: bases.map((base) => new Search(vary(base, { audience }), most)),
      plan: (clients: number): Raised => ({
        kind: 'deliveries',
        scenario,
        load: { clients, rate: loads[audience].rate(clients), duration_s, drain_s },
      }),
    })),
  );
  const ofFlows = scenariosOf(scenarios, 'users').map((scenario) => ({
    ...journey,
    searches: bases.map((base) => new Search(base, most)),
    plan: (clients: number): Raised => ({
      kind: 'users',
      scenario,
      load: {
        clients,
        drain_s,
        // A toy doesn't wait until some are at each step.
        ...(size === 'toy'
          ? { arriving_s: 1, duration_s }
          : { arriving_s: arriving_s(clients, allScenarios[scenario].flow_s), duration_s: atOnce_s }),
      },
    }),
  }));
  const tasks = [...ofAudiences, ...ofFlows];
  return {
    contestants: oneOfEach(tasks.flatMap(({ searches }) => searches.map(({ contestant }) => contestant))),
    notRun: [],
    comparisons: [],
    needed: [],
    total: null,
    *rounds(sofar) {
      let pair = 0;
      for (const [index, { searches, plan }] of tasks.entries()) {
        const end_s = (limit_s * (index + 1)) / tasks.length;
        while (searches.some(({ level }) => level !== undefined) && sofar.elapsed_s() < end_s) {
          pair++;
          for (const search of searches) yield* search.round(pair, plan, sofar, most_ms);
        }
      }
    },
    capacities: () =>
      tasks.flatMap(({ what, held, searches }) =>
        searches
          .filter(({ trials }) => trials.length > 0)
          .map(({ contestant, trials }) => ({
            contestant: contestant.key,
            what,
            held,
            most,
            limit_ms: most_ms,
            trials,
          })),
      ),
  };
}
