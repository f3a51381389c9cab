import type { Reason, RunManifest, Verdict } from '@meteor-vs-mean/results';
import type { Begun } from './begin.ts';
import type { Experiment, MeasuredRound, Running, SoFar } from './experiment.ts';
import { secondsTaken } from './pauses.ts';

/** Runs the rounds of an experiment one after the other, numbers them, and keeps each as soon as it is over. */
export class Rounds<Planned, One extends MeasuredRound, Of extends RunManifest> implements SoFar<One> {
  readonly measured: One[] = [];
  readonly #experiment: Experiment<Planned, One, Of, unknown>;
  readonly #begun: Begun<One>;
  readonly #running: Running;
  readonly #note: () => Promise<void>;
  readonly #leftOutBefore: ReadonlySet<string>;
  #began_ms: number | undefined;

  /** @param note keeps what is known of the run: called when a contestant was left out */
  constructor(
    experiment: Experiment<Planned, One, Of, unknown>,
    begun: Begun<One>,
    running: Running,
    note: () => Promise<void>,
  ) {
    this.#experiment = experiment;
    this.#begun = begun;
    this.#running = running;
    this.#note = note;
    this.#leftOutBefore = new Set(begun.manifest && experiment.goesOnWithout?.(begun.manifest as Of));
  }

  elapsed_s(): number {
    const { before, pauses } = this.#begun;
    if (this.#began_ms === undefined) return secondsTaken(this.measured.length, before, pauses);
    return secondsTaken(before.length, before, pauses) + (performance.now() - this.#began_ms) / 1000;
  }

  /**
   * Runs all of them. Of a run that goes on, rounds that were measured before take their places without being run.
   * @throws the signal's reason when it is aborted; the error of a round that can't be run at all; one line if the
   *   rounds that were measured before are not those that would be measured now
   */
  async runAll(): Promise<void> {
    const { before } = this.#begun;
    const { signal } = this.#running;
    const leftOut = new Set<string>();
    let { total } = this.#experiment;
    let last: Planned | undefined;
    for (const planned of this.#experiment.rounds(this)) {
      const contestant = this.#experiment.contestant(planned);
      if (leftOut.has(contestant)) continue;
      // A round that is run again wasn't counted.
      if (planned === last && total !== null) total += 1;
      last = planned;
      const recorded = before[this.measured.length];
      if (recorded && this.#experiment.isRoundOf(planned, recorded)) {
        this.measured.push(recorded);
        continue;
      }
      // It had no more rounds from here on.
      if (this.#leftOutBefore.has(contestant)) {
        leftOut.add(contestant);
        continue;
      }
      if (recorded) throw this.#another(planned, recorded);
      signal.throwIfAborted();
      this.#began_ms ??= performance.now();
      try {
        await this.#runOne(planned, total);
      } catch (error) {
        signal.throwIfAborted();
        if (!(await this.#experiment.leavesOut?.(planned, error as Error))) throw error;
        leftOut.add(contestant);
        await this.#note();
      }
    }
    if (this.measured.length < before.length) {
      throw new Error(
        `--resume: ${before.length} rounds were measured, and only ${this.measured.length} of them would be now: begin anew`,
      );
    }
  }

  async #runOne(planned: Planned, total: number | null): Promise<void> {
    const { progress } = this.#running;
    const number = this.measured.length + 1;
    const of = total === null ? '' : ` of ${Math.max(total, number)}`;
    progress.step(`Round ${number}${of}: ${this.#experiment.describe(planned)}`);
    const one = await this.#experiment.measure(planned, number);
    await this.#begun.files.addRound(one.round);
    this.measured.push(one);
    const { verdict, reasons } = one.round;
    if (verdict !== 'valid') progress.say(`Round ${number} is ${verdict}: ${inShort(verdict, reasons)}`);
  }

  #another(planned: Planned, recorded: One): Error {
    return new Error(
      `--resume: round ${recorded.round.round} is not the one that would be measured now ` +
        `(${this.#experiment.describe(planned)}): what takes part has changed, so begin anew`,
    );
  }
}

/** Of a void round what made it void. */
function inShort(verdict: Verdict, reasons: readonly Reason[]): string {
  return reasons
    .filter(({ isNoise = false }) => isNoise === (verdict === 'noisy'))
    .map(({ code, reading }) => `${code} (${reading.split(/[,;]/)[0]})`)
    .join(', ');
}
