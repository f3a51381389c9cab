import type { Account, Subscriber } from '../account/account.ts';
import { describe, RunError } from '../failures/error.ts';
import { failureOf, type VoidFile } from '../failures/fault.ts';
import type { ScheduleFile, StartFile } from '../folder/rendezvous.ts';
import { withOpenFiles } from '../process/open-files.ts';
import { say } from '../process/say.ts';
import { artillery } from '../script/artillery.ts';
import type { WritersPlan } from '../writers/writers.ts';
import { agree } from './agreement.ts';
import { conclude } from './conclusion.ts';
import { declareVoid } from './declare-void.ts';
import { Lead } from './lead.ts';
import { Receiver, type ReceiverOptions } from './receiver.ts';

/** Other threads wait this much longer than the thread with the writers. */
const grace_ms = 5000;
/** How often a thread checks for killed processes. */
const gone_ms = 1000;

interface RoundOptions extends Omit<ReceiverOptions, 'schedule' | 'start'> {
  /** What to write and when; absent if the subscribers only hold. */
  plan?: WritersPlan;
}

/**
 * One thread's part in a run. Its subscribers wait until those of all threads and processes are ready, receive until the end
 * of the drain, and the thread writes its files. The first thread also runs the writers.
 */
export class Round {
  /** Resolves when all subscribers are ready; rejects when the run is void. */
  readonly gathered: Promise<void>;
  /** Resolves when the drain is over and this thread's files are complete; rejects when the run is void. */
  readonly finished: Promise<void>;
  /** Resolves when the file `release` appears. */
  readonly released: Promise<void>;
  readonly receiver: Receiver;
  /** The receiver's account, without the detour: every delivery uses it. */
  readonly account: Account;
  readonly measured: boolean;
  readonly #options: RoundOptions;
  readonly #schedule: ScheduleFile | undefined;
  readonly #gathering = Promise.withResolvers<void>();
  readonly #finishing = Promise.withResolvers<void>();
  readonly #releasing = Promise.withResolvers<void>();
  readonly #stopWatching: () => void;
  readonly #timers: NodeJS.Timeout[] = [];
  /** Only in the first thread. */
  #lead: Lead | undefined;
  #isStarting = false;
  #isExpecting = false;
  #start: StartFile | undefined;
  #over = false;
  #void = false;
  #present = 0;

  constructor(options: RoundOptions) {
    this.#options = options;
    const { plan, meeting } = options;
    this.gathered = this.#gathering.promise;
    this.finished = this.#finishing.promise;
    this.released = this.#releasing.promise;
    this.gathered.catch(() => {});
    this.finished.catch(() => {});
    this.measured = plan !== undefined;
    if (plan !== undefined) this.#schedule = this.#agree(plan);
    this.receiver = new Receiver({
      ...options,
      schedule: this.#schedule,
      start: () => this.#start ?? meeting.started(),
    });
    this.account = this.receiver.account;
    if (this.measured) {
      meeting.presence.begin();
      this.expectAll();
    }
    this.#timers.push(setInterval(() => this.#guard(() => this.#lookForGone()), gone_ms));
    this.#stopWatching = meeting.watch(() => this.#guard(() => this.#look()));
  }

  get isVoid(): boolean {
    return this.#void;
  }

  /** A subscriber has its snapshots. @returns undefined after the start: that subscriber doesn't count */
  ready(place: Pick<Subscriber, 'group' | 'target' | 'began_ns'>): Subscriber | undefined {
    const ready_ns = process.hrtime.bigint();
    const { meeting, events } = this.#options;
    if (this.measured && (this.#start !== undefined || meeting.started() !== undefined)) {
      events.emit('counter', 'pubsub.late', 1);
      return undefined;
    }
    const subscriber = this.account.add(ready_ns, place);
    if (this.#present++ === 0 && !this.measured) meeting.presence.begin();
    meeting.addReady();
    events.emit('counter', 'pubsub.ready', 1);
    events.emit('histogram', 'pubsub.ready_time', Number(ready_ns - place.began_ns) / 1e6);
    return subscriber;
  }

  /** One of them ends. Without a schedule, the last one writes the files. */
  leave(): void {
    this.#present--;
    if (this.#present > 0 || this.measured || this.#over) return;
    this.receiver.write();
    this.#options.meeting.presence.end();
  }

  /**
   * The last virtual user of this thread has ended: of clients that only held, the files get all that they did since.
   * @returns what became of them; undefined if there were none
   */
  endHold(): string | undefined {
    if (this.measured || this.#over || this.account.subscribers.length === 0) return undefined;
    this.receiver.write();
    return this.receiver.summary();
  }

  /** Makes the run void if not all subscribers are ready in time. The time starts at the first call. */
  expectAll(): void {
    if (this.#isExpecting) return;
    this.#isExpecting = true;
    const { config, meeting, plan } = this.#options;
    const wait_ms = config.readyTimeout_ms + (this.#lead === undefined && plan !== undefined ? grace_ms : 0);
    this.#timers.push(
      setTimeout(() => {
        if (this.#start !== undefined) return;
        const ready = meeting.readyCount();
        const wanted = config.subscribers as number;
        if (ready < wanted) {
          const reason = `${ready} of ${wanted} subscribers had their snapshots after ${config.readyTimeout_ms / 1000} s`;
          this.#fail({ code: 'not-ready', reason, by: 'app' });
        } else if (this.#lead !== undefined) {
          void this.#lead.missing().then((failure) => this.#fail(failure));
        } else {
          const reason = `no process started the writers: is ${meeting.dir} left over from an earlier run?`;
          this.#fail({ code: 'no-start', reason, by: 'generator' });
        }
      }, wait_ms),
    );
  }

  /**
   * Makes the run void for all threads and processes, because a virtual user failed. The first reason counts.
   * @returns whether it is the first
   */
  fail(own: VoidFile): boolean {
    if (this.#over) return false;
    const { meeting, config, plan } = this.#options;
    const clients = (config.subscribers ?? 0) + (plan?.schedule.writers ?? 0);
    const { failure, first } = declareVoid(meeting, { ...own, reason: withOpenFiles(own.reason, clients) });
    if (first) say(`pubsub: void, ${failure.reason} (${meeting.dir})`);
    this.#end(failure);
    return first;
  }

  /** Makes the run void without a failed virtual user. So Artillery counts the reason here, once. */
  #fail(failure: VoidFile): void {
    if (this.fail(failure)) this.#options.events.emit('error', failure.code);
  }

  /** Catches errors of timers and watchers, which would end the thread with a stack trace. */
  #guard(what: () => void): void {
    try {
      what();
    } catch (error) {
      this.#fail(failureOf(error));
    }
  }

  /** Stops this thread's part. */
  async close(): Promise<void> {
    if (!this.#over) this.#end({ code: 'closed', reason: 'the run was ended', by: 'generator' });
    await this.#lead?.stopWriters();
    await this.#lead?.coordinator?.close();
  }

  #agree(plan: WritersPlan): ScheduleFile {
    const { config, meeting } = this.#options;
    const { schedule, elected } = agree(meeting, plan.schedule);
    if (elected) {
      const fail = (failure: VoidFile) => this.#fail(failure);
      this.#lead = new Lead({ config, plan, schedule, fail, onReady: () => this.#look() });
    }
    return schedule;
  }

  /** A killed process leaves no files, and without this check the others would not report it. */
  #lookForGone(): void {
    const pid = this.#options.meeting.presence.gone();
    if (pid === undefined) return;
    const reason = `process ${pid} of the generator ended before its part was written: was it killed?`;
    this.#fail({ code: 'process-gone', reason, by: 'generator' });
  }

  #look(): void {
    if (this.#over) return;
    const { meeting, config } = this.#options;
    const failure = meeting.void();
    if (failure !== undefined) {
      this.#end(failure);
      return;
    }
    if (meeting.released()) this.#releasing.resolve();
    if (this.#start !== undefined) return;
    const isInCharge = this.measured ? this.#lead?.isReady : config.subscribers !== undefined;
    if (isInCharge && !this.#isStarting && meeting.readyCount() >= (config.subscribers as number)) {
      this.#isStarting = true;
      this.#announce().catch((error) => this.#fail(failureOf(error)));
    }
    const start = meeting.started();
    if (start !== undefined && this.#start === undefined) this.#begin(start);
  }

  async #announce(): Promise<void> {
    const { meeting, config } = this.#options;
    const now = { t0_ns: process.hrtime.bigint(), share: undefined };
    const { t0_ns, share } = (await this.#lead?.begin()) ?? now;
    const start = { t0_ns: String(t0_ns), subscribers: config.subscribers as number };
    meeting.start(share ? { ...start, share } : start);
    this.#lead?.write(t0_ns, share);
    this.#look();
  }

  #begin(start: StartFile): void {
    this.#start = start;
    this.#gathering.resolve();
    if (this.#schedule === undefined) return;
    const { duration_ms, drain_ms } = this.#schedule;
    this.receiver.report(this.#schedule);
    const t0_ms = Number(BigInt(start.t0_ns) - process.hrtime.bigint()) / 1e6;
    const at = (time_ms: number, what: () => void) => this.#timers.push(setTimeout(what, t0_ms + time_ms));
    at(0, () => this.receiver.beginUsage());
    at(duration_ms, () => this.receiver.endUsage());
    at(duration_ms + drain_ms, () => void this.#finish());
  }

  async #finish(): Promise<void> {
    this.receiver.close();
    const { meeting } = this.#options;
    try {
      this.receiver.write();
      await this.#lead?.leaveFile(meeting.dir);
      meeting.presence.end();
      this.#lookForGone();
      await conclude(this.#options, this.#lead?.coordinator);
    } catch (error) {
      if (error instanceof RunError) return this.#fail(failureOf(error));
      const reason = `${meeting.dir}: ${describe(error).message}`;
      return this.#fail({ code: 'receiver', reason, by: 'generator' });
    }
    await this.#lead?.coordinator?.close();
    this.#end();
  }

  #end(failure?: VoidFile): void {
    if (this.#over) return;
    this.#over = true;
    this.#stopWatching?.();
    for (const timer of this.#timers) clearTimeout(timer);
    this.receiver?.close();
    if (failure === undefined) this.#finishing.resolve();
    else {
      this.#void = true;
      artillery().suggestedExitCode = 1;
      void this.#lead?.stopWriters();
      void this.#reject(failure);
    }
    this.#releasing.resolve();
  }

  /** Informs the other machines before Artillery ends this process. */
  async #reject(failure: VoidFile): Promise<void> {
    await this.#lead?.coordinator?.declareVoid(failure);
    await this.#lead?.coordinator?.close();
    // Not with its code, which counts only once.
    const error = new RunError('void', failure.reason, failure.by);
    this.#gathering.reject(error);
    this.#finishing.reject(error);
  }
}
