import type { Load, Plan, SampleRound, Size, Source } from '../../results/index.ts';
import type { SampleReadings } from '../../rules/sampled.ts';

/** An experiment that measures figures of its own. `Stage` is what a round starts its programs on. */
export interface SampledExperiment<Stage> {
  name: string;
  title: string;
  question: string;
  source: Source | null;
  targets: readonly Target[];
  /** True if a toy run has all of its loads and not the first alone: they are few, and short. */
  wholeAsToy?: boolean;
  /** Loads, tables and claims at a size. */
  plan(size: Size): SampledPlan<Stage>;
}

/** A contestant that an experiment finds and prepares, such as a server and its client. */
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

/** What is measured at a size, and what is shown of it. */
export interface SampledPlan<Stage> extends Pick<Plan, 'figures' | 'tables' | 'claims'> {
  /** Pairs of every load; six at least carry intervals. Even numbers balance the order. */
  pairs: number;
  loads: readonly SampledLoad<Stage>[];
}

/** A load, and how one round of it is measured. */
export interface SampledLoad<Stage> extends Load {
  /** Starts the contestant's programs on the stage, warms up, measures once. The stage ends what it started. */
  measure(contestant: string, stage: Stage): Promise<Sample>;
}

/** What a round read: its figures, and what the rules judge it by. */
export interface Sample extends Partial<Pick<SampleReadings, 'clientBusy' | 'carried' | 'clockError_ms'>> {
  /** By names that tables know; null: it couldn't be read here; Infinity: it is beyond what the round waited for. */
  figures: SampleRound['figures'];
  /** What was owed and what came, exactly; at least one. */
  accounts: SampleRound['accounts'];
  /** Evidence that is kept beside the round, by its file's name. */
  texts?: Readonly<Record<string, string>>;
}

/** What a round's stage is opened with. */
export interface Scene {
  size: Size;
  /** The same for all rounds of a pair. */
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
