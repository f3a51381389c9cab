import { type Measured, type Reason, type Verdict, voidingReasons } from '../results/index.ts';
import type { Begun } from './begin.ts';
import type { Experiment, Running, SoFar } from './experiment.ts';

/** Runs the rounds of an experiment one after the other, numbers them, and keeps each as soon as it is over. */
export class Rounds<Planned> implements SoFar {
  readonly measured: Measured[] = [];
  readonly #experiment: Experiment<Planned>;
  readonly #files: Begun['files'];
  readonly #running: Running;
  #began_ms: number | undefined;

  constructor(experiment: Experiment<Planned>, { files }: Pick<Begun, 'files'>, running: Running) {
    this.#experiment = experiment;
    this.#files = files;
    this.#running = running;
  }

  elapsed_s(): number {
    return this.#began_ms === undefined ? 0 : (performance.now() - this.#began_ms) / 1000;
  }

  /**
   * Runs all of them.
   * @throws the signal's reason when it is aborted; the error of a round that can't be run at all
   */
  async runAll(): Promise<void> {
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
      signal.throwIfAborted();
      this.#began_ms ??= performance.now();
      try {
        await this.#runOne(planned, total);
      } catch (error) {
        signal.throwIfAborted();
        if (!(await this.#experiment.leavesOut?.(planned, error as Error))) throw error;
        leftOut.add(contestant);
      }
    }
  }

  async #runOne(planned: Planned, total: number | null): Promise<void> {
    const { progress } = this.#running;
    const number = this.measured.length + 1;
    const of = total === null ? '' : ` of ${Math.max(total, number)}`;
    progress.step(`Round ${number}${of}: ${this.#experiment.describe(planned)}`);
    const one = await this.#experiment.measure(planned, number);
    await this.#files.addRound(one.round);
    this.measured.push(one);
    const { verdict, reasons } = one.round;
    if (verdict !== 'valid') progress.say(`Round ${number} is ${verdict}: ${inShort(verdict, reasons)}`);
  }
}

/** Of a void round what made it void. */
function inShort(verdict: Verdict, reasons: readonly Reason[]): string {
  return (verdict === 'void' ? voidingReasons(reasons) : reasons)
    .map(({ code, reading }) => `${code} (${reading.split(/[,;]/)[0]})`)
    .join(', ');
}
