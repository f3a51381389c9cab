import type { GridLoad, GridPlan, GridRound, GridSummary } from '../../results/index.ts';
import type { GridReadings } from '../../rules/grid.ts';

/** An experiment whose rounds are loads x targets. `Stage` is what a round starts its programs on. */
export interface GridExperiment<Stage> {
  name: string;
  title: string;
  question: string;
  source: GridSummary['source'];
  targets: readonly Target[];
  /** True if a toy run has all of its loads and not the first alone: they are few, and short. */
  wholeAsToy?: boolean;
  /** Loads, tables and claims at a size. */
  plan(size: GridSummary['size']): Plan<Stage>;
}

/** What is measured, such as a server and its client. */
export interface Target {
  key: string;
  title: string;
  /** @returns versions of the named libraries and runtimes, or why it can't be run on this machine, in one line */
  find(): Promise<{ versions: Record<string, string> } | { notRun: string }>;
  /**
   * Builds what its rounds start, before the first of any target: it may take minutes, and listings don't call it.
   * Throws one line if that fails: the target is then not run, for that reason.
   * @returns versions that are known only then
   */
  prepare?(log: (line: string) => void): Promise<Record<string, string>>;
}

export type Plan<Stage> = GridPlan<Load<Stage>>;

/** A load, and how one round of it is measured. */
export interface Load<Stage> extends GridLoad {
  /** Starts the target's programs on the stage, warms up, measures once. The stage ends what it started. */
  measure(target: string, stage: Stage): Promise<Sample>;
}

/** What a round read: its figures, and what the rules judge it by. */
export interface Sample extends Partial<Pick<GridReadings, 'clientBusy' | 'carried' | 'clockError_ms'>> {
  /** By names that tables know; null: it couldn't be read here; Infinity: it lies beyond what the round waited for. */
  figures: GridRound['figures'];
  /** What was owed and what came, exactly; at least one. */
  accounts: readonly GridRound['accounts'][number][];
  /** Evidence that is kept beside the round, by its file's name. */
  texts?: Readonly<Record<string, string>>;
}

/** What a round's stage is opened with. */
export interface Scene {
  size: GridSummary['size'];
  /** The same for all rounds of a repeat. */
  seed: number;
  /** Aborted by Ctrl-C, and when the round takes too long. */
  signal: AbortSignal;
}

/** What every stage has. When it is disposed of, all that was started on it has ended. */
interface AnyStage extends AsyncDisposable {
  /** Processes that are the round's own, with all that they start, though this process didn't start them. */
  readonly roots?: readonly number[];
}

/** Opens the stage of one round. */
export type OpenStage<Stage> = (scene: Scene) => Stage & AnyStage;
