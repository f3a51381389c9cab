import { type Share, whole } from '../account/share.ts';
import { failureOf, type VoidFile } from '../failures/fault.ts';
import { sayAnswers } from '../folder/answers.ts';
import { writeWhole } from '../folder/files.ts';
import type { ScheduleFile } from '../folder/rendezvous.ts';
import { Coordinator } from '../machines/coordinator.ts';
import type { Config } from '../script/config.ts';
import { Writers, type WritersPlan } from '../writers/writers.ts';

/** From when all are ready until t0, so that every thread and process knows of it in time. */
const lead_ms = 300n;

interface LeadOptions {
  config: Config;
  plan: WritersPlan;
  schedule: ScheduleFile;
  /** Makes the run void. */
  fail(failure: VoidFile): void;
  /** Called when the writers are connected, and this machine has its place in a run of several. */
  onReady(): void;
}

/** The first thread of a run also has the writers and, in a run of several machines, the coordinator. */
export class Lead {
  readonly coordinator: Coordinator | undefined;
  readonly #config: Config;
  readonly #writers: Writers;
  #isReady = false;

  constructor({ config, plan, schedule, fail, onReady }: LeadOptions) {
    this.#config = config;
    this.#writers = new Writers(plan);
    if (config.rendezvous !== undefined)
      this.coordinator = new Coordinator(config.rendezvous, schedule, fail);
    const joined = this.coordinator?.joined.catch((error) => fail(failureOf(error)));
    const connected = this.#writers.connected.catch((error) => {
      const { code, reason, by } = failureOf(error);
      const shown = reason.includes(code) ? reason : `${reason} (${code})`;
      fail({ code: 'writers', reason: `writers: ${shown}`, by });
    });
    void Promise.all([connected, joined]).then(() => {
      this.#isReady = true;
      onReady();
    });
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** @returns why a run with all its subscribers hasn't begun in time */
  async missing(): Promise<VoidFile> {
    if (this.coordinator === undefined || !this.#isReady)
      return { code: 'writers', reason: 'the writers were not connected in time', by: 'app' };
    const present = (await this.coordinator.present()) ?? 0;
    const { readyTimeout_ms, rendezvous } = this.#config;
    return {
      code: 'not-ready',
      reason: `after ${readyTimeout_ms / 1000} s ${present} of ${rendezvous?.machines} machines joined`,
      by: 'generator',
    };
  }

  /** @returns the start of the writes, and this machine's share of them in a run of several machines */
  async begin(): Promise<{ t0_ns: bigint; share?: Share }> {
    return (await this.coordinator?.start()) ?? { t0_ns: process.hrtime.bigint() + lead_ms * 1_000_000n };
  }

  write(t0_ns: bigint, share: Share = whole): void {
    this.#writers.start(t0_ns, share);
  }

  /** Writes the outcome of all writes after the drain. */
  async leaveFile(dir: string): Promise<void> {
    const written = await this.#writers.done;
    sayAnswers(this.#writers.answers, dir);
    const all = (await this.coordinator?.exchange(written)) ?? written;
    writeWhole(dir, 'writers.json', JSON.stringify(all));
  }

  /** Ends the writers at once. */
  async stopWriters(): Promise<void> {
    await this.#writers.stop();
  }
}
