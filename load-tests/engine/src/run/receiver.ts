import { Account } from '../account/account.ts';
import type { CallAccount } from '../account/call-account.ts';
import { Groups } from '../account/groups.ts';
import { LatencyReport } from '../account/latency-report.ts';
import type { Pushes } from '../account/pushes.ts';
import { type Share, whole } from '../account/share.ts';
import type { Witness } from '../account/witness.ts';
import { writeReceiver } from '../folder/receiver-file.ts';
import type { Rendezvous, ScheduleFile, StartFile } from '../folder/rendezvous.ts';
import { measureUsage, type Usage } from '../process/receiver-usage.ts';
import type { Events } from '../script/artillery.ts';
import type { Config } from '../script/config.ts';
import { WriteIds } from '../script/identifier.ts';
import { summariseHeld } from './summary.ts';

export interface ReceiverOptions {
  config: Config;
  events: Events;
  meeting: Rendezvous;
  calls: CallAccount;
  logins: CallAccount;
  pushes: Pushes;
  /** Absent if the subscribers only hold. */
  schedule: ScheduleFile | undefined;
  /** @returns undefined until the schedule has begun */
  start(): StartFile | undefined;
}

/** The subscribers of one thread: what they receive, the cost of receiving, and the files with both. */
export class Receiver {
  readonly account: Account;
  /** By the row of their subscribers. */
  readonly witnesses = new Map<number, Witness>();
  /** The extensions that the websocket handshakes agreed on. */
  readonly extensions = new Set<string>();
  readonly transports = new Set<string>();
  readonly #options: ReceiverOptions;
  #report: LatencyReport | undefined;
  #endUsage: () => Usage;
  #usage: Usage | undefined;

  constructor(options: ReceiverOptions) {
    this.#options = options;
    const { config, schedule } = options;
    const { due_us, writers, tag, groups } = schedule ?? { due_us: [], writers: 0, tag: '', groups: 1 };
    this.account = new Account({
      ids: new WriteIds(tag, due_us.length),
      groups: new Groups(due_us.length, groups),
      due_us,
      writers,
      machines: config.rendezvous?.machines ?? 1,
      deliveries: schedule === undefined ? [] : config.deliveries,
      removals: config.removals,
      pushes: options.pushes,
      start: () => this.#start(),
    });
    this.#endUsage = measureUsage();
  }

  #start(): { t0_ns: bigint; share: Share } | undefined {
    const start = this.#options.start();
    return start && { t0_ns: BigInt(start.t0_ns), share: start.share ?? whole };
  }

  /** Reports latencies to Artillery while the schedule runs. */
  report({ rate_per_s, groups }: ScheduleFile): void {
    const perSecond = (rate_per_s * this.account.subscribers.length) / groups;
    this.#report = new LatencyReport(this.account, this.#options.events, perSecond);
  }

  /** Starts to measure the cost of receiving: at the start of the schedule. */
  beginUsage(): void {
    this.#endUsage();
    this.#endUsage = measureUsage();
  }

  /** Ends the measurement: before the drain, in which little comes. */
  endUsage(): void {
    this.#usage = this.#endUsage();
  }

  /** Ends the account and the report. */
  close(): void {
    this.account.close();
    this.#report?.stop();
    this.#report = undefined;
  }

  /** @returns the result of clients that only held */
  summary(): string {
    const { calls, meeting } = this.#options;
    return summariseHeld(this.account, calls.totals(), meeting.dir);
  }

  /** Writes the files of this thread. */
  write(): void {
    const { config, meeting, calls, logins } = this.#options;
    writeReceiver(meeting.dir, {
      account: this.account,
      calls,
      logins,
      usage: this.#usage ?? this.#endUsage(),
      extensions: this.extensions,
      transports: this.transports,
      witnesses: this.witnesses,
      isSeveral: config.rendezvous !== undefined,
    });
  }
}
