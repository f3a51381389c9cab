import { sayAnswers } from './answers.ts';
import type { Config } from './config.ts';
import { failureOf } from './fault.ts';
import { writeWhole } from './files.ts';
import { Captain } from './machines/captain.ts';
import { type Share, whole } from './machines/share.ts';
import type { ScheduleFile, VoidFile } from './rendezvous.ts';
import { Writers, type WritersPlan } from './writers.ts';

/** From the moment that all are ready until t0: every thread and process should know of it by then. */
const lead_ms = 300n;

interface LeadOptions {
  config: Config;
  plan: WritersPlan;
  schedule: ScheduleFile;
  /** Makes the run void. */
  fail(failure: VoidFile): void;
  /** Called once the writers are connected, and this machine has its place among several. */
  onReady(): void;
}

/** What the thread that got there first has beside its subscribers: the writers, and where several machines take part, the captain. */
export class Lead {
  readonly captain: Captain | undefined;
  readonly #config: Config;
  readonly #writers: Writers;
  #isReady = false;

  constructor({ config, plan, schedule, fail, onReady }: LeadOptions) {
    this.#config = config;
    this.#writers = new Writers(plan);
    if (config.rendezvous !== undefined) this.captain = new Captain(config.rendezvous, schedule, fail);
    const joined = this.captain?.joined.catch((error) => fail(failureOf(error)));
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

  /** @returns why a run that has its subscribers hasn't begun in time */
  async missing(): Promise<VoidFile> {
    if (this.captain === undefined || !this.#isReady)
      return { code: 'writers', reason: 'the writers were not connected in time', by: 'app' };
    const present = (await this.captain.present()) ?? 0;
    const { readyTimeout_ms, rendezvous } = this.#config;
    return {
      code: 'not-ready',
      reason: `after ${readyTimeout_ms / 1000} s ${present} of ${rendezvous?.machines} machines had come`,
      by: 'generator',
    };
  }

  /** @returns when the writes begin; and which of them are this machine's, where several take part */
  async begin(): Promise<{ t0_ns: bigint; share?: Share }> {
    return (await this.captain?.start()) ?? { t0_ns: process.hrtime.bigint() + lead_ms * 1_000_000n };
  }

  write(t0_ns: bigint, share: Share = whole): void {
    this.#writers.start(t0_ns, share);
  }

  /** Leaves behind what became of all writes, once the drain is over. */
  async leaveFile(dir: string): Promise<void> {
    const written = await this.#writers.done;
    sayAnswers(this.#writers.answers, dir);
    const all = (await this.captain?.exchange(written)) ?? written;
    writeWhole(dir, 'writers.json', JSON.stringify(all));
  }

  /** Ends the writers at once, wherever they are. */
  async stopWriters(): Promise<void> {
    await this.#writers.stop();
  }
}
