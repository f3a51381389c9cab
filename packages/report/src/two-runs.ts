import {
  type AppResult,
  type CompareFolder,
  type Cost,
  costOf,
  type Figure,
  type Floor,
  figuresIn,
  floorIn,
  isCounted,
  type Round,
  valueIn,
} from '@meteor-vs-mean/measure/results';
import { median, unpairedRatio } from '@meteor-vs-mean/stats';
import { type Changes, changesOf } from './changes.ts';
import { byLoad, titleOf } from './contestant.ts';
import { type Judgement, judge, type Ratio } from './judgement.ts';
import { type SharedComparison, sharedComparisons } from './side-by-side.ts';

/** Two runs side by side: A is the one before, B the one after. */
export interface TwoRuns {
  a: CompareFolder;
  b: CompareFolder;
  changes: Changes;
  /** The noise floor that ratios of starts are judged by: that of B, or else of A. */
  floor: Floor | null;
  matches: Match[];
  /** One contestant over another, as each run has it by its own pairs. */
  ratios: SharedComparison[];
  /** Contestants that only one of them has. */
  unmatched: { key: string; load: string; only: 'A' | 'B' }[];
}

/** One contestant in one load, measured in both. */
export interface Match {
  key: string;
  load: string;
  title: string;
  /** True if nothing of its stack differs: what changed in it is the machine's doing. */
  unchanged: boolean;
  figures: MatchFigure[];
}

export interface MatchFigure {
  figure: Figure;
  a: Side;
  b: Side;
  /** B over A; undefined if a side has no value. */
  ratio: (Ratio & { method: string | null }) | undefined;
  judgement: Judgement;
}

/** The starts of one run. */
export interface Side {
  /** None of a cost that isn't to be quoted. */
  values: number[];
  /** Null if it is beyond the drain; undefined if there is none. */
  median: number | null | undefined;
  /** Starts in which it is beyond the drain. */
  beyond: number;
  /** A cost that isn't to be quoted, in the place of values. */
  untold?: Cost;
}

/** Void rounds take no part, as in a report of one run. */
export function twoRuns(a: CompareFolder, b: CompareFolder): TwoRuns {
  const changes = changesOf(a.manifest, b.manifest);
  const floor = b.summary.plan.floor ?? a.summary.plan.floor;
  const matches: Match[] = [];
  const unmatched: TwoRuns['unmatched'] = [];
  const inB = byLoad(b.summary).flatMap(([, results]) => results);
  const inA = byLoad(a.summary).flatMap(([, results]) => results);
  const isSame = (one: AppResult) => (other: AppResult) => one.key === other.key && one.load === other.load;
  for (const one of inA) {
    const other = inB.find(isSame(one));
    if (other) matches.push(matchOf([one, other], a, b, changes, floor));
    else unmatched.push({ key: one.key, load: one.load, only: 'A' });
  }
  for (const one of inB) {
    if (!inA.some(isSame(one))) unmatched.push({ key: one.key, load: one.load, only: 'B' });
  }
  return { a, b, changes, floor, matches, ratios: sharedComparisons([a, b]), unmatched };
}

function matchOf(
  [inA, inB]: readonly [AppResult, AppResult],
  a: CompareFolder,
  b: CompareFolder,
  changes: Changes,
  floor: Floor | null,
): Match {
  const { key, load, stack } = inB;
  const mine = ({ rounds }: CompareFolder) =>
    rounds.filter((round) => round.contestant === key && round.load === load && isCounted(round));
  const [before, after] = [mine(a), mine(b)];
  const both = [...before, ...after];
  const there = figuresIn(both).filter(
    (figure) => figure.compared && both.some((round) => valueIn(round, figure) !== undefined),
  );
  const figures = there.map((figure): MatchFigure => {
    const [from, to] = [sideOf(figure, inA, before), sideOf(figure, inB, after)];
    const ratio = ratioOf(from, to);
    const judgement: Judgement = ratio
      ? judge(ratio, floorIn(floor, figure.name))
      : { seen: 'unknown', because: 'a side has no figure' };
    return { figure, a: from, b: to, ratio, judgement };
  });
  const title = titleOf(inB, b.summary.stacks);
  return { key, load, title, unchanged: !changes.stacks.has(stack), figures };
}

/** Of all starts or of none: without those that are beyond the drain, or aren't positive, the ratio would be wrong. */
function ratioOf(a: Side, b: Side): MatchFigure['ratio'] {
  if (a.beyond + b.beyond > 0 || [...a.values, ...b.values].some((value) => value <= 0)) return undefined;
  const found = unpairedRatio(a.values, b.values);
  if (!found) return undefined;
  const { ratio, low, high, interval } = found;
  return { mean: ratio, low, high, interval, method: interval?.method ?? null };
}

function sideOf(figure: Figure, contestant: AppResult, rounds: readonly Round[]): Side {
  const cost = figure.kind === 'slope' ? costOf(contestant, figure) : null;
  if (cost && cost.untold !== null) return { values: [], median: undefined, beyond: 0, untold: cost };
  const found = rounds.map((round) => valueIn(round, figure)).filter((value) => value !== undefined);
  return {
    values: found.filter((value) => value !== null),
    median: median(found),
    beyond: found.filter((value) => value === null).length,
  };
}
