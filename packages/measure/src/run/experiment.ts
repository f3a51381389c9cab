import type { Envelope, Reason, ResultsWriter, RunManifest, Verdict } from '../results/index.ts';
import type { Progress } from './progress.ts';

/** A round as every run has it: judged, and numbered from 1. */
interface JudgedRound {
  round: number;
  /** ISO 8601. */
  started: string;
  verdict: Verdict;
  reasons: readonly Reason[];
}

/** A round, and what was read of it beside its line in rounds.jsonl, such as a histogram. */
export interface MeasuredRound<Round extends JudgedRound = JudgedRound> {
  round: Round;
}

/** What a run has so far. */
export interface SoFar<One extends MeasuredRound = MeasuredRound> {
  readonly measured: readonly One[];
  /** Seconds since the first round began. */
  elapsed_s(): number;
}

/** What run itself knows of a manifest. */
type Told = Exclude<keyof Envelope, 'versions'> | 'kind' | 'seed';

/** What an experiment says of itself in the manifest of its run. */
export type Facts<Of extends RunManifest> = Omit<Of, Told>;

/** What an experiment is to a run: which rounds in which order, how one is measured, and what follows from all of them. */
export interface Experiment<Planned, One extends MeasuredRound, Of extends RunManifest, Summary> {
  /** The rounds in their order. It may look at what was measured before it says the next one. */
  rounds(sofar: SoFar<One>): Iterable<Planned>;
  /** About how many rounds, for people; null where that depends on what is found. */
  readonly total: number | null;
  /** One line for people: what a round measures. */
  describe(planned: Planned): string;
  /** Who is measured in a round, for people. */
  contestant(planned: Planned): string;
  /**
   * Measures one round, and judges it.
   * @throws if it can't be run at all: what broke a rule of validity is a void round, not an error
   */
  measure(planned: Planned, number: number): Promise<One>;
  /**
   * Asked when a round could not be run at all.
   * @returns true if the run goes on without this contestant; its other rounds are passed over
   */
  leavesOut?(planned: Planned, error: Error): Promise<boolean>;
  /** Why the run failed, in one line; default: the first line of the error. */
  describeFailure?(error: Error): Promise<string>;
  /** What the manifest says of it, once so much was measured. */
  facts(measured: readonly One[]): Promise<Facts<Of>>;
  /** What follows from the manifest and the rounds. */
  summarise(manifest: Of, measured: readonly One[]): Summary;
}

/** What every run is asked: what it is, where it goes, and what its manifest says was typed. */
export interface Order<Of extends RunManifest = RunManifest>
  extends Pick<Of, 'kind' | 'experiment' | 'size' | 'seed' | 'command'> {
  /** As a manifest keeps them. */
  readonly options: object;
  /** The results folder to be made; undefined: a new one under load-tests/results. */
  readonly out: string | undefined;
}

/** Where a run tells what it does, and what stops it. */
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
  readonly files: ResultsWriter<RunManifest, unknown>;
  /** A temporary folder, which is removed at the end. */
  readonly work: string;
  /** Gets what stops each part that the experiment starts; called in reverse order. */
  readonly cleanUp: AsyncDisposableStack;
}
