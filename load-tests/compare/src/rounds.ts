import type { Bench } from './bench.ts';
import { runDeliveryRound } from './delivery-round.ts';
import type { SoFar } from './experiment.ts';
import { runMemoryRound } from './memory-round.ts';
import type { PlannedRound } from './plan.ts';
import type { Measured } from './summary.ts';

/** Runs rounds one after the other, numbers them, and keeps each as soon as it is over. */
export class Rounds implements SoFar {
  readonly measured: Measured[] = [];
  readonly #bench: Bench;
  readonly #began = performance.now();

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  elapsed_s(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** Whether a contestant has a round already. */
  has(key: string): boolean {
    return this.measured.some(({ round }) => round.key === key);
  }

  /**
   * @param total how many there will be, if that is known
   * @throws if the round can't be run at all: what broke a rule of validity is a void round, not an error
   */
  async run(planned: PlannedRound, total: number | null = null): Promise<Measured> {
    const { progress, signal, folder } = this.#bench;
    signal.throwIfAborted();
    const number = this.measured.length + 1;
    progress.step(`Round ${number}${total === null ? '' : ` of ${total}`}: ${describe(planned)}`);
    const one = await (planned.kind === 'deliveries'
      ? runDeliveryRound(this.#bench, number, planned)
      : runMemoryRound(this.#bench, number, planned));
    this.measured.push(one);
    if (one.round.verdict === 'void') {
      const why = one.round.reasons.map(({ code, reading }) => `${code} (${reading})`).join(', ');
      progress.say(`Round ${number}, ${planned.contestant.key}, is void: ${why}`);
    }
    await folder.addRound(one.round);
    return one;
  }
}

function describe(planned: PlannedRound): string {
  const held = planned.kind === 'memory' ? ` holding ${planned.documents} documents` : '';
  return `${planned.scenario}${held}, ${planned.contestant.key}`;
}
