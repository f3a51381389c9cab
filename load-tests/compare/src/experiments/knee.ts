import { limits } from '@meteor-vs-mean/contract';
import {
  type AppContestant,
  type Audience,
  type Knee,
  type Round,
  type Size,
  voidingReasons,
} from '@meteor-vs-mean/measure/results';
import { isSpoiled, ruleOf, type SoFar } from '@meteor-vs-mean/measure/run';
import { type Found, type LevelVerdict, reached, searchKnee, subscribersIn } from 'artillery-engine-pubsub';
import { oneOfEach, vary } from '../contestants/contestants.ts';
import type { ExperimentPlan } from './plan.ts';
import type { Load, PlannedDeliveries } from './planned-round.ts';

interface KneeOptions {
  /** When it ends at the latest, in seconds; what was found by then stands. A search is given its share of it. */
  limit_s: number;
  /** The highest number of subscribers that is tried. */
  most: number;
  /** One of the three searches, in rounds of a second. */
  size: Size;
}

/**
 * Hashrocket's websocket-shootout adds clients until the 95th percentile of a broadcast's round trip passes 500 ms
 * (`--limit-percentile 95 --limit-rtt 500ms`, the defaults of its websocket-bench), each broadcast waiting for one
 * before it. Ours is the 99th percentile of an open schedule, which is harder to hold.
 */
export const limit_ms = 500;
/** Short: a level is either held or not, and many are tried. */
const [duration_s, drain_s] = [5, 3];

/** What is raised, and what is held meanwhile. */
interface Task {
  what: Knee['what'];
  held: string;
  audience: Audience;
  start: number;
  most: number;
  step: number;
  load(level: number): Load;
}

/** A tenth each: what is nearer than that can't be told apart by rounds so short. */
const precision = 0.1;

const subscribersInOne = 200;
const writesInOne_per_s = 10;
const writesInEach_per_s = 1;
/** Rounds that what else runs on the machine has spoiled are run again, but not for ever. */
const mostSpoiled = 3;

function tasks({ most, size }: KneeOptions): Task[] {
  const groupSize = subscribersIn('ten') as number;
  const inOne = Math.min(subscribersInOne, most);
  const spread = size === 'toy' ? { duration_s: 1, drain_s: 1 } : { duration_s, drain_s };
  const all: Task[] = [
    {
      what: 'subscribers in one list',
      held: `${writesInOne_per_s} writes a second`,
      audience: 'one',
      start: Math.min(200, most),
      most,
      step: 10,
      load: (clients) => ({ clients, rate: writesInOne_per_s, ...spread }),
    },
    {
      what: 'subscribers in lists of 10',
      held: `${writesInEach_per_s} write a second into each list`,
      audience: 'ten',
      start: Math.min(200, most),
      most: Math.min(most, groupSize * limits.lists),
      step: groupSize,
      load: (clients) => ({
        clients,
        rate: Math.max(1, Math.round((clients / groupSize) * writesInEach_per_s)),
        ...spread,
      }),
    },
    {
      what: 'writes a second',
      held: `${inOne} subscribers in one list`,
      audience: 'one',
      // What a list may hold sets the end; bursts of the schedule need a tenth of it.
      start: 20,
      most: Math.floor((limits.todosPerList * 0.9) / duration_s),
      step: 5,
      load: (rate) => ({ clients: inOne, rate, ...spread }),
    },
  ];
  return all.slice(0, size === 'toy' ? 1 : undefined);
}

/** One search: its rounds so far, and the next. */
interface Search {
  contestant: AppContestant;
  searching: Generator<number, Found, LevelVerdict>;
  /** Undefined when it is over. */
  level: number | undefined;
  found: Found | undefined;
  spoiled: number;
  trials: Knee['trials'];
}

/** For each contestant the most that it can take, in each of three ways. The searches of one task take turns. */
export function knee(options: KneeOptions, contestants: readonly AppContestant[]): ExperimentPlan {
  const all = tasks(options);
  const inAudience = (task: Task) => contestants.map((base) => vary(base, { audience: task.audience }));
  const begun: { task: Task; searches: Search[] }[] = [];
  return {
    contestants: oneOfEach(all.flatMap(inAudience)),
    notRun: [],
    comparisons: [],
    needed: [],
    total: null,
    *rounds(sofar) {
      let pair = 0;
      for (const [index, task] of all.entries()) {
        const end_s = (options.limit_s * (index + 1)) / all.length;
        const searches = inAudience(task).map((contestant) => begin(task, contestant));
        begun.push({ task, searches });
        while (searches.some(({ level }) => level !== undefined) && sofar.elapsed_s() < end_s) {
          pair++;
          for (const search of searches) yield* trial(task, search, pair, sofar);
        }
      }
    },
    knees: () =>
      begun.flatMap(({ task, searches }) =>
        searches.filter(({ trials }) => trials.length > 0).map((search) => kneeOf(task, search)),
      ),
  };
}

function begin({ start, most, step }: Task, contestant: AppContestant): Search {
  const searching = searchKnee({ start, most, step, precision });
  const first = searching.next();
  return {
    contestant,
    searching,
    level: first.done ? undefined : first.value,
    found: first.done ? first.value : undefined,
    spoiled: 0,
    trials: [],
  };
}

/** One round of a search that isn't over. */
function* trial(task: Task, search: Search, pair: number, sofar: SoFar): Generator<PlannedDeliveries, void> {
  const { contestant, level, trials } = search;
  if (level === undefined) return;
  yield { kind: 'deliveries', pair, contestant, scenario: 'fan-out', load: task.load(level) };
  const round = sofar.measured.at(-1)?.round;
  if (round?.kind !== 'deliveries') return;
  const verdict = verdictOf(round);
  trials.push({
    level,
    round: round.round,
    p99_ms: round.p99_ms,
    verdict: verdict === 'spoiled' ? 'void' : verdict,
  });
  if (verdict === 'spoiled' && ++search.spoiled < mostSpoiled) return;
  search.spoiled = 0;
  const next = search.searching.next(verdict === 'spoiled' ? 'void' : verdict);
  search.level = next.done ? undefined : next.value;
  if (next.done) search.found = next.value;
}

/**
 * What a round says of its level. Deliveries that never came are in the p99. A noisy round fails no level, because the
 * generator or the machine may be to blame; a void one does only if every rule that made it void is the app's. Either
 * passes a level whose limit it held although it was slower.
 */
export function verdictOf(
  {
    verdict,
    reasons,
    ...round
  }: Pick<Extract<Round, { kind: 'deliveries' }>, 'verdict' | 'reasons' | 'p99_ms'>,
  most_ms = limit_ms,
): LevelVerdict | 'spoiled' {
  const isHeld = round.p99_ms !== null && round.p99_ms < most_ms;
  if (verdict === 'valid') return isHeld ? 'passed' : 'failed';
  if (isHeld && isSlowerOnly(reasons)) return 'passed';
  const voiding = voidingReasons(reasons);
  if (voiding.length > 0 && voiding.every(({ code }) => ruleOf(code).blames === 'app')) return 'failed';
  return isSpoiled({ reasons }) ? 'spoiled' : 'void';
}

/**
 * Whether a void round's latencies are at least those that a valid one would have had: a late generator or a busy
 * machine makes deliveries later, and never sooner, since latency counts from the schedule to the stamp.
 */
function isSlowerOnly(reasons: readonly { code: string }[]): boolean {
  return reasons.map(({ code }) => ruleOf(code)).every(({ ofSpeed, eitherWay }) => ofSpeed && !eitherWay);
}

/**
 * A search that ran out of time tells how far it came. A spoiled round counts against its level there, since trials don't tell
 * it from a void one: what is told may be a level too low, and never too high.
 */
function kneeOf({ what, held }: Task, { contestant, found, trials }: Search): Knee {
  return {
    contestant: contestant.key,
    what,
    held,
    limit_ms,
    ...(found ?? { knee: reached(trials), limitedBy: 'time' as const }),
    trials,
  };
}
