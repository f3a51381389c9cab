import { median, mergeLatencies, type UnpairedRatio, unpairedRatio } from '@meteor-vs-mean/stats';
import { type Changes, changesOf } from './changes.ts';
import { byScenario, titleOf } from './contestant.ts';
import type { ResultsFolder } from './folder.ts';
import type { Judgement } from './judgement.ts';
import type { ContestantSummary, Floor, Round } from './results.ts';
import { type StartFigure, startFigures } from './starts.ts';

/** Two runs side by side: A is the one before, B the one after. */
export interface TwoRuns {
  a: ResultsFolder;
  b: ResultsFolder;
  changes: Changes;
  /** Of B, or else of A. */
  floor: Floor | null;
  matches: Match[];
  /** Contestants that only one of them has. */
  unmatched: { key: string; scenario: string; only: 'A' | 'B' }[];
}

/** One contestant in one scenario, measured in both. */
export interface Match {
  key: string;
  scenario: string;
  title: string;
  /** True if nothing of its stack differs: what changed in it is the machine's doing. */
  unchanged: boolean;
  figures: MatchFigure[];
}

export interface MatchFigure {
  figure: StartFigure;
  a: Side;
  b: Side;
  /** B over A; undefined if a side has no value. */
  ratio: UnpairedRatio | undefined;
  judgement: Judgement;
}

/** The starts of one run. */
export interface Side {
  values: number[];
  /** Null if it lies beyond the drain; undefined if there is none. */
  median: number | null | undefined;
  /** Starts in which it lies beyond the drain. */
  beyond: number;
}

/** Void rounds take no part, as in a report of one run. */
export function twoRuns(a: ResultsFolder, b: ResultsFolder): TwoRuns {
  const changes = changesOf(a.manifest, b.manifest);
  const floor = b.summary.floor ?? a.summary.floor;
  const matches: Match[] = [];
  const unmatched: TwoRuns['unmatched'] = [];
  const inB = byScenario(b.summary).flatMap(([, contestants]) => contestants);
  const inA = byScenario(a.summary).flatMap(([, contestants]) => contestants);
  const isSame = (one: ContestantSummary) => (other: ContestantSummary) =>
    one.key === other.key && one.scenario === other.scenario;
  for (const one of inA) {
    const other = inB.find(isSame(one));
    if (other) matches.push(matchOf(other, a, b, changes, floor));
    else unmatched.push({ key: one.key, scenario: one.scenario, only: 'A' });
  }
  for (const one of inB) {
    if (!inA.some(isSame(one))) unmatched.push({ key: one.key, scenario: one.scenario, only: 'B' });
  }
  return { a, b, changes, floor, matches, unmatched };
}

function matchOf(
  contestant: ContestantSummary,
  a: ResultsFolder,
  b: ResultsFolder,
  changes: Changes,
  floor: Floor | null,
): Match {
  const { key, scenario, stack } = contestant;
  const mine = ({ rounds }: ResultsFolder) =>
    rounds.filter((round) => round.key === key && round.scenario === scenario && round.verdict === 'valid');
  const [before, after] = [mine(a), mine(b)];
  const figures = startFigures([...before, ...after]).map((figure): MatchFigure => {
    const [from, to] = [sideOf(figure, before), sideOf(figure, after)];
    const ratio = from.beyond + to.beyond > 0 ? undefined : unpairedRatio(from.values, to.values);
    return { figure, a: from, b: to, ratio, judgement: judge(ratio, floor?.figures[figure.name]) };
  });
  const title = titleOf(contestant, b.summary.stacks);
  return { key, scenario, title, unchanged: !changes.stacks.has(stack), figures };
}

function sideOf(figure: StartFigure, rounds: readonly Round[]): Side {
  const found = rounds.map((round) => figure.of(round)).filter((value) => value !== undefined);
  const values = found.flatMap((value) => (value !== null && value > 0 ? [value] : []));
  return {
    values,
    median: median(found),
    beyond: found.filter((value) => value === null).length,
  };
}

/** As of pairs: outside the floor, and the interval, or else every start, on one side. */
function judge(ratio: UnpairedRatio | undefined, floor: number | undefined): Judgement {
  const none = (because: string): Judgement => ({ seen: 'none', because });
  if (!ratio) return none('a side has no figure');
  if (floor !== undefined && ratio.ratio <= floor && ratio.ratio >= 1 / floor) {
    return none('inside the noise floor');
  }
  const { low, high } = ratio.interval ?? ratio;
  if (low <= 1 && high >= 1)
    return none(ratio.interval ? 'the interval holds 1' : 'starts of both lie among each other');
  return { seen: ratio.ratio > 1 ? 'more' : 'less', because: '' };
}

/** Of one contestant in one scenario: every valid round's histogram, or null if one can't be read. */
export function mergedOf(
  { rounds, latencies }: ResultsFolder,
  { key, scenario }: Pick<Match, 'key' | 'scenario'>,
) {
  const mine = rounds.filter(
    (round) =>
      round.kind === 'deliveries' &&
      round.key === key &&
      round.scenario === scenario &&
      round.verdict === 'valid',
  );
  const parts = mine.flatMap(({ round }) => latencies.get(round) ?? []);
  return parts.length > 0 && parts.length === mine.length ? mergeLatencies(parts) : null;
}
