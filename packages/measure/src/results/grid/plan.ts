/** What a run of a grid is going to do: loads x targets, and what is told of them. */
export interface GridPlan<OneLoad extends GridLoad = GridLoad> {
  /** Repeats of every load; six at least carry intervals. Even numbers balance the order. */
  repeats: number;
  loads: readonly OneLoad[];
  figures: readonly GridFigure[];
  tables: readonly PlannedTable[];
  claims: readonly PlannedClaim[];
}

/** What is asked of some targets, one after the other: A B C, in the next repeat C B A. */
export interface GridLoad {
  key: string;
  title: string;
  /** Keys of targets. */
  targets: readonly string[];
  /** The target that is measured once more in each repeat, for the A/A; null: none. */
  baseline: string | null;
  /** Only in so many of the first repeats: of what takes minutes and hardly varies. The plan's if not given. */
  repeats?: number;
}

/** What a manifest keeps of a plan: with the rounds all that a summary follows from. */
export interface GridRecord extends GridPlan {
  title: string;
  /** What the experiment asks, in one sentence. */
  question: string;
  /** What is run again here; null of an experiment that is ours. */
  source: GridSource | null;
  targets: readonly GridTarget[];
}

export interface GridSource {
  title: string;
  author: string;
  year: number;
  url: string;
  machine: string;
}

/** What is measured: a server and its client. */
export interface GridTarget {
  key: string;
  title: string;
  /** Of the named libraries and runtimes on both ends. */
  versions: Record<string, string>;
  /** Why it isn't run on this machine; null if it is. */
  notRun: string | null;
}

/** A figure of a grid, said once: tables and claims go by its name. */
export interface GridFigure {
  /** As the samples have it. */
  name: string;
  title: string;
  unit: string;
  better: 'more' | 'less';
  /** Under each of its tables. */
  notes?: readonly string[];
}

/** Loads down, targets across. */
export interface Extent {
  /** Keys of loads and of targets. */
  rows: readonly string[];
  columns: readonly string[];
  /** The target over which ratios are taken; null: no ratios. */
  baseline: string | null;
}

export interface PlannedTable extends Extent {
  key: string;
  /** Name of a figure. */
  figure: string;
  /** Where several tables have one figure. The figure's own if not given. */
  title?: string;
  /** As printed by the source: of a load, by targets. */
  published?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** After the figure's own. */
  notes?: readonly string[];
}

/** A table that has a figure of its own. */
export type OwnTable = PlannedTable & Omit<GridFigure, 'name' | 'notes'>;

/** Plans tables that have a figure each. */
export function tablesOf(tables: readonly OwnTable[]): Pick<GridPlan, 'figures' | 'tables'> {
  return {
    figures: tables.map(({ figure, title, unit, better }) => ({ name: figure, title, unit, better })),
    tables: tables.map(({ unit: _, better: __, title: ___, ...table }) => table),
  };
}

/** Several tables of one extent, each with what it has of its own. */
export function tablesOver(
  extent: Extent,
  tables: readonly (Omit<PlannedTable, keyof Extent> & Partial<Extent>)[],
): PlannedTable[] {
  return tables.map((table) => ({ ...extent, ...table }));
}

/** @throws if a table or a claim names a figure that the plan doesn't have */
export function plannedFigure(figures: readonly GridFigure[], name: string): GridFigure {
  const found = figures.find((figure) => figure.name === name);
  if (!found)
    throw new Error(`the plan has no figure "${name}": ${figures.map((one) => one.name).join(', ')}`);
  return found;
}

/** What a source says of a ratio. */
export interface Published {
  text: string;
  /** Null: it gives no number. */
  ratio: number | null;
  /** On which side of 1 it lies, where the source says that without a number. */
  side?: 'below' | 'above';
}

export interface PlannedClaim {
  key: string;
  what: string;
  published: Published;
  /** The ratio here: a figure's two cells of one load, numerator over denominator. */
  here: { figure: string; load: string; over: readonly [string, string]; otherLoad?: string };
  why: string;
}

/** One round of a grid to be run. */
export interface PlannedCell<OneLoad extends GridLoad = GridLoad> {
  /** From 1. */
  repeat: number;
  load: OneLoad;
  target: string;
  /** The baseline once more, for the A/A. */
  again: boolean;
}

/**
 * A B C A, in the next repeat A C B A, and so on: what drifts over a run falls on all targets alike. The baseline's two
 * rounds stand at the ends, and which of them is the one once more takes turns, too. Loads turn round as well, since
 * some claims are of two of them.
 * @param runs whether a target can be run here
 */
export function inRepeats<OneLoad extends GridLoad>(
  { repeats, loads }: Pick<GridPlan<OneLoad>, 'repeats' | 'loads'>,
  runs: (target: string) => boolean,
): PlannedCell<OneLoad>[] {
  return Array.from({ length: repeats }, (_, index) => index + 1).flatMap((repeat) => {
    const there = loads
      .filter((load) => repeat <= repeatsOf(load, { repeats }))
      .flatMap((load) => {
        const { baseline } = load;
        const others = load.targets.filter((target) => target !== baseline);
        const once = [...(baseline === null ? [] : [baseline]), ...others].filter(runs);
        const rounds = once.map((target) => ({ repeat, load, target, again: false }));
        if (baseline !== null && runs(baseline)) rounds.push({ repeat, load, target: baseline, again: true });
        return rounds;
      });
    return repeat % 2 === 1 ? there : there.reverse();
  });
}

/** How often a load is repeated, where a plan is cut short, too. */
export function repeatsOf(
  { repeats: own }: Pick<GridLoad, 'repeats'>,
  { repeats }: Pick<GridPlan, 'repeats'>,
): number {
  return Math.min(own ?? repeats, repeats);
}

/**
 * What a manifest keeps: without how a load is measured.
 * @param of the experiment, and what was found of its targets on this machine
 */
export function gridRecordOf(
  { title, question, source, targets }: Pick<GridRecord, 'title' | 'question' | 'source' | 'targets'>,
  { repeats, loads, figures, tables, claims }: GridPlan,
): GridRecord {
  return {
    title,
    question,
    source,
    targets,
    repeats,
    loads: loads.map(({ key, title, targets, baseline, repeats }) => ({
      key,
      title,
      targets,
      baseline,
      ...(repeats === undefined ? {} : { repeats }),
    })),
    figures,
    tables,
    claims,
  };
}
