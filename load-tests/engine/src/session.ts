import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { artillery, type Events, type Helpers, type Script } from './artillery.ts';
import { CallAccount } from './call-account.ts';
import type { Config } from './config.ts';
import { describe, RunError } from './error.ts';
import { failureOf } from './fault.ts';
import { Rendezvous, type VoidFile } from './rendezvous.ts';
import { Round } from './round.ts';
import { addressOf, connectionOf } from './targets.ts';
import type { WritersPlan } from './writers.ts';

/** What the flow of a scenario needs of the session. */
export interface Needs {
  /** It has a `publish` step. */
  publish: boolean;
  /** It waits for other threads and processes, or for the word from outside. */
  meeting: boolean;
  /** It tells its virtual users apart by a number. */
  numbers: boolean;
}

/** What all virtual users of one thread have in common. */
export class Session {
  readonly config: Config;
  readonly helpers: Helpers;
  readonly script: Script;
  readonly events: Events;
  readonly calls = new CallAccount();
  /** Of its virtual users, not of the writers. */
  readonly logins = new CallAccount();
  readonly needs: Needs;
  #meeting: Rendezvous | undefined;
  #round: Round | undefined;
  readonly #said = new Set<string>();
  #users = 0;
  /** Connections that were made by a step of their own. */
  #anew = 0;
  /** Virtual users that keep full view, as many as are wanted of each thread. */
  #witnesses = 0;

  constructor(config: Config, helpers: Helpers, script: Script, events: Events, needs: Needs) {
    this.config = config;
    this.helpers = helpers;
    this.script = script;
    this.events = events;
    this.needs = needs;
  }

  /** A short id of a virtual user, unique on this machine. */
  nextUser(): string {
    return `${process.pid.toString(36)}-${threadId}-${(this.#users++).toString(36)}`;
  }

  /** How the newest virtual user of this thread connects: threads begin with different instances. */
  connection(): ConnectOptions {
    return connectionOf(this.config, 'subscribers', threadId + this.#users);
  }

  /** The address of a connection that a virtual user makes in the place of its first one. */
  nextAddress(): Pick<ConnectOptions, 'localAddress'> {
    return addressOf(this.config.connect, threadId + this.#users + this.#anew++);
  }

  /** The number of a virtual user, from 0 up over all threads and processes; undefined where nobody asks for it. */
  nextNumber(): number | undefined {
    const { needs, config } = this;
    if (!needs.meeting || !(needs.numbers || config.groupSize !== undefined)) return undefined;
    return this.meeting.takeNumber();
  }

  /**
   * @param number of the virtual user. Of a group, only the first one may be a witness: so they see different ones.
   * @returns whether it should keep full view
   */
  takeWitness(number: number | undefined): boolean {
    if (this.#witnesses >= this.config.witnesses) return false;
    if (number !== undefined && number % (this.config.groupSize ?? 1) !== 0) return false;
    this.#witnesses++;
    return true;
  }

  /** Where the threads and processes of the run meet: the folder `out`. */
  get meeting(): Rendezvous {
    this.#meeting ??= new Rendezvous(
      this.config.out ?? join(tmpdir(), `pubsub-${artillery().testRunId ?? randomBytes(6).toString('hex')}`),
    );
    return this.#meeting;
  }

  /** The round of this thread; the first to ask for it makes it. */
  join(plan?: () => WritersPlan): Round {
    if (this.#round === undefined) {
      const { config, events, meeting, calls, logins } = this;
      if (plan !== undefined && config.subscribers === undefined) {
        throw new RunError(
          'config',
          'config.engines.pubsub.subscribers should say how many subscribers to wait for: with other phases ' +
            'than arrivalCount it does not follow from them',
        );
      }
      this.#round = new Round({ config, events, meeting, calls, logins, ...(plan ? { plan: plan() } : {}) });
    }
    return this.#round;
  }

  /**
   * A virtual user failed. Says why, once for each code. If it wasn't ready yet and there is a schedule, its start
   * would be waited for in vain: the run is void.
   */
  fail(error: unknown, joined: boolean): void {
    const failure = failureOf(error);
    const { code, reason } = failure;
    if (this.#round?.isVoid) return;
    // The folder can't be used: nothing of this thread will be measured.
    if (this.needs.meeting && this.#meeting === undefined) artillery().suggestedExitCode = 1;
    if (this.needs.publish && !joined) {
      this.#declareVoid(failure);
      return;
    }
    if (this.#said.has(code)) return;
    this.#said.add(code);
    this.#meeting?.addFailure(failure);
    console.log(`pubsub: ${reason}`);
  }

  #declareVoid(own: VoidFile): void {
    if (this.#round !== undefined) {
      this.#round.fail(own);
      return;
    }
    artillery().suggestedExitCode = 1;
    if (this.#said.has('void')) return;
    this.#said.add('void');
    try {
      const { first, failure } = this.meeting.declareVoid(own);
      if (first) console.log(`pubsub: void, ${failure.reason} (${this.meeting.dir})`);
    } catch (problem) {
      console.log(`pubsub: ${describe(problem).message}`);
    }
  }
}
