import type { CompareManifest, Envelope, Measured, ResultsWriter, RunManifest } from '../results/index.ts';
import type { Progress } from './progress.ts';

/** What a run has so far. */
export interface SoFar {
  readonly measured: readonly Measured[];
  /** Seconds since the first round began. */
  elapsed_s(): number;
}

/** What run itself knows of a manifest. */
type Known = Exclude<keyof Envelope, 'versions'> | 'kind' | 'seed';

/** What an experiment adds to the manifest of its run; of stacks also what compare knows of them. */
export type Facts<Of extends RunManifest = RunManifest> = Omit<Of, Known> &
  Partial<Omit<CompareManifest, Known | keyof RunManifest>>;

/** What an experiment is to a run: which rounds in which order, and how one is measured. */
export interface Experiment<Planned> {
  /** The rounds in their order. A plan may look at the finished rounds before it yields the next one, or stops. */
  rounds(sofar: SoFar): Iterable<Planned>;
  /** About how many rounds, for people; null where that depends on what is found. */
  readonly total: number | null;
  /** One line for people: what a round measures. */
  describe(planned: Planned): string;
  /** The contestant of a round, for people. */
  contestant(planned: Planned): string;
  /**
   * Measures one round, and judges it.
   * @throws if it can't be run at all: what broke a rule of validity is a void round, not an error
   */
  measure(planned: Planned, number: number): Promise<Measured>;
  /**
   * Asked when a round could not be run at all.
   * @returns true if the run continues without this contestant; its other rounds are passed over
   */
  leavesOut?(planned: Planned, error: Error): Promise<boolean>;
  /** Why the run failed, in one line; default: the first line of the error. */
  describeFailure?(error: Error): Promise<string>;
  /** What the manifest says of it, once so much was measured. */
  facts(measured: readonly Measured[]): Promise<Facts>;
}

/** What every run is asked: what it is, where it goes, and what its manifest says was typed. */
export interface Order extends Pick<RunManifest, 'kind' | 'experiment' | 'size' | 'seed' | 'command'> {
  /** As a manifest keeps them. */
  readonly options: object;
  /** The results folder to be made; undefined: a new one under load-tests/results. */
  readonly out: string | undefined;
}

/** Where a run reports what it does, and what stops it. */
export interface Running {
  progress: Progress;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** What an experiment is opened with. */
export interface Opening extends Running {
  /** Of the run. */
  readonly id: string;
  /** Takes the files of rounds. */
  readonly files: ResultsWriter;
  /** A temporary folder, which is removed at the end. */
  readonly work: string;
  /** Gets what stops each part that the experiment starts; called in reverse order. */
  readonly cleanUp: AsyncDisposableStack;
}
