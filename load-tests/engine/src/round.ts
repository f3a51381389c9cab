import { Account, type Subscriber } from './account.ts';
import { artillery, type Events } from './artillery.ts';
import type { CallAccount } from './call-account.ts';
import { conclude } from './conclusion.ts';
import type { Config } from './config.ts';
import { describe, RunError } from './error.ts';
import { failureOf } from './fault.ts';
import { Groups } from './groups.ts';
import { WriteIds } from './identifier.ts';
import { LatencyReport } from './latency-report.ts';
import { Lead } from './lead.ts';
import { whole } from './machines/share.ts';
import { withOpenFiles } from './open-files.ts';
import type { Pushes } from './pushes.ts';
import { writeReceiver } from './receiver-file.ts';
import { measureUsage, type Usage } from './receiver-usage.ts';
import type { Rendezvous, ScheduleFile, StartFile, VoidFile } from './rendezvous.ts';
import { say } from './say.ts';
import { summariseHeld } from './summary.ts';
import type { Users } from './users.ts';
import type { Witness } from './witness.ts';
import type { WritersPlan } from './writers.ts';

/** How much longer a thread that isn't in charge waits for the one that is. */
const grace_ms = 5000;
/** How often it looks whether another process was killed. */
const gone_ms = 1000;
/** How often it tries to write why the run is void. */
const retry_ms = 500;

interface RoundOptions {
  config: Config;
  events: Events;
  meeting: Rendezvous;
  calls: CallAccount;
  logins: CallAccount;
  pushes: Pushes;
  users: Users;
  /** What to write and when; absent: the subscribers just hold. */
  plan?: WritersPlan;
}

/**
 * One thread's part in a run: its subscribers gather with those of all other threads and processes, receive
 * until the drain is over, and leave files behind. The thread that got there first runs the writers.
 */
export class Round {
  /** Resolves when all that are waited for are ready; rejects when the run is void. */
  readonly gathered: Promise<void>;
  /** Resolves when the drain is over and this thread's files are complete; rejects when the run is void. */
  readonly finished: Promise<void>;
  /** Resolves when somebody outside has let the clients go. */
  readonly released: Promise<void>;
  readonly account: Account;
  readonly witnesses = new Map<number, Witness>();
  readonly extensions = new Set<string>();
  readonly transports = new Set<string>();
  readonly measured: boolean;
  readonly #options: RoundOptions;
  readonly #schedule: ScheduleFile | undefined;
  readonly #gathering = Promise.withResolvers<void>();
  readonly #finishing = Promise.withResolvers<void>();
  readonly #releasing = Promise.withResolvers<void>();
  readonly #stopWatching: () => void;
  readonly #timers: NodeJS.Timeout[] = [];
  /** Of the thread that got there first. */
  #lead: Lead | undefined;
  #isStarting = false;
  #isExpecting = false;
  #start: StartFile | undefined;
  #over = false;
  #void = false;
  #report: LatencyReport | undefined;
  #endUsage: () => Usage;
  #usage: Usage | undefined;
  #present = 0;

  constructor(options: RoundOptions) {
    this.#options = options;
    const { plan, meeting, config } = options;
    this.gathered = this.#gathering.promise;
    this.finished = this.#finishing.promise;
    this.released = this.#releasing.promise;
    this.gathered.catch(() => {});
    this.finished.catch(() => {});
    this.measured = plan !== undefined;
    if (plan !== undefined) this.#schedule = this.#agree(plan);
    const { due_us, writers, tag, groups } = this.#schedule ?? { due_us: [], writers: 0, tag: '', groups: 1 };
    this.account = new Account({
      ids: new WriteIds(tag, due_us.length),
      groups: new Groups(due_us.length, groups),
      due_us,
      writers,
      machines: config.rendezvous?.machines ?? 1,
      deliveries: plan === undefined ? [] : config.deliveries,
      removals: config.removals,
      pushes: options.pushes,
      start: () => {
        const start = this.#start ?? meeting.started();
        return start && { t0_ns: BigInt(start.t0_ns), share: start.share ?? whole };
      },
    });
    this.#endUsage = measureUsage();
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

  /** A subscriber has its snapshots. @returns undefined for one that came after the start: it doesn't count */
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
    this.#write();
    this.#options.meeting.presence.end();
  }

  /**
   * The last virtual user of this thread has ended: of clients that only held, the files get all that they did since.
   * @returns what became of them; undefined if there were none
   */
  endHold(): string | undefined {
    if (this.measured || this.#over || this.account.subscribers.length === 0) return undefined;
    const { meeting, calls } = this.#options;
    this.#write();
    return summariseHeld(this.account, calls.totals(), meeting.dir);
  }

  /** The run is void if not all are ready in time, which counts from the first call. */
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
          const reason = `nobody started the writers: is ${meeting.dir} left over from an earlier run?`;
          this.#fail({ code: 'no-start', reason, by: 'generator' });
        }
      }, wait_ms),
    );
  }

  /**
   * A virtual user failed, so the run is void, for all threads and processes: the first reason stands.
   * @returns whether it was the first
   */
  fail(own: VoidFile): boolean {
    if (this.#over) return false;
    const { meeting, config, plan } = this.#options;
    const clients = (config.subscribers ?? 0) + (plan?.schedule.writers ?? 0);
    const { failure, first } = this.#declareVoid({ ...own, reason: withOpenFiles(own.reason, clients) });
    if (first) say(`pubsub: void, ${failure.reason} (${meeting.dir})`);
    this.#end(failure);
    return first;
  }

  /** The run is void, by no virtual user's failure: Artillery counts the reason once. */
  #fail(failure: VoidFile): void {
    if (this.fail(failure)) this.#options.events.emit('error', failure.code);
  }

  /** A process that can't open another file writes it once its connections are closed. */
  #declareVoid(own: VoidFile): ReturnType<Rendezvous['declareVoid']> {
    const { meeting } = this.#options;
    try {
      return meeting.declareVoid(own);
    } catch {
      const retry = setInterval(() => {
        try {
          meeting.declareVoid(own);
          clearInterval(retry);
        } catch {
          // The next time.
        }
      }, retry_ms);
      retry.unref();
      return { failure: own, first: true };
    }
  }

  /** Runs what a timer or a watcher calls: an error there would end the thread with a stack trace. */
  #guard(what: () => void): void {
    try {
      what();
    } catch (error) {
      this.#fail(failureOf(error));
    }
  }

  /** Stops everything that this thread runs. */
  async close(): Promise<void> {
    if (!this.#over) this.#end({ code: 'closed', reason: 'the run was ended', by: 'generator' });
    await this.#lead?.stopWriters();
    await this.#lead?.captain?.close();
  }

  /** All must work on one schedule: the first one's. */
  #agree(plan: WritersPlan): ScheduleFile {
    const { config, meeting } = this.#options;
    const { schedule, elected } = meeting.propose(plan.schedule);
    if (elected) {
      const fail = (failure: VoidFile) => this.#fail(failure);
      this.#lead = new Lead({ config, plan, schedule, fail, onReady: () => this.#look() });
      return schedule;
    }
    const names = ['seed', 'rate_per_s', 'duration_ms', 'writers', 'arrivals', 'groups', 'drain_ms'] as const;
    for (const name of names) {
      if (schedule[name] !== plan.schedule[name]) {
        const both = `${schedule[name]} and ${plan.schedule[name]}`;
        throw new RunError('schedule', `two different schedules in one run: ${name} is ${both}`);
      }
    }
    return schedule;
  }

  /** A process that was killed leaves no files: the others would end without a word of what is missing. */
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

  /** Clients that only hold do so from now on. */
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
    const { rate_per_s, duration_ms, drain_ms, groups } = this.#schedule;
    const { account } = this;
    const perSecond = (rate_per_s * account.subscribers.length) / groups;
    this.#report = new LatencyReport(account, this.#options.events, perSecond);
    const t0_ms = Number(BigInt(start.t0_ns) - process.hrtime.bigint()) / 1e6;
    const at = (time_ms: number, what: () => void) => this.#timers.push(setTimeout(what, t0_ms + time_ms));
    // What receiving costs is asked for the time in which there is something to receive.
    at(0, () => {
      this.#endUsage();
      this.#endUsage = measureUsage();
    });
    at(duration_ms, () => {
      this.#usage = this.#endUsage();
    });
    at(duration_ms + drain_ms, () => void this.#finish());
  }

  async #finish(): Promise<void> {
    this.account.close();
    this.#report?.stop();
    const { meeting } = this.#options;
    try {
      this.#write();
      await this.#lead?.leaveFile(meeting.dir);
      meeting.presence.end();
      this.#lookForGone();
      await conclude(this.#options, this.#lead?.captain);
    } catch (error) {
      if (error instanceof RunError) return this.#fail(failureOf(error));
      const reason = `${meeting.dir}: ${describe(error).message}`;
      return this.#fail({ code: 'receiver', reason, by: 'generator' });
    }
    await this.#lead?.captain?.close();
    this.#end();
  }

  #write(): void {
    const { meeting, calls, logins, users } = this.#options;
    writeReceiver(meeting.dir, {
      ...(this.measured ? {} : { completed: users.completed }),
      account: this.account,
      calls,
      logins,
      usage: this.#usage ?? this.#endUsage(),
      extensions: this.extensions,
      transports: this.transports,
      witnesses: this.witnesses,
      isSeveral: this.#options.config.rendezvous !== undefined,
    });
  }

  #end(failure?: VoidFile): void {
    if (this.#over) return;
    this.#over = true;
    this.#stopWatching?.();
    for (const timer of this.#timers) clearTimeout(timer);
    this.account?.close();
    if (failure === undefined) this.#finishing.resolve();
    else {
      this.#void = true;
      this.#report?.stop();
      artillery().suggestedExitCode = 1;
      void this.#lead?.stopWriters();
      void this.#reject(failure);
    }
    this.#releasing.resolve();
  }

  /** The other machines are told before Artillery ends this process. */
  async #reject(failure: VoidFile): Promise<void> {
    await this.#lead?.captain?.declareVoid(failure);
    await this.#lead?.captain?.close();
    // Not under its code: that counts once.
    const error = new RunError('void', failure.reason, failure.by);
    this.#gathering.reject(error);
    this.#finishing.reject(error);
  }
}
