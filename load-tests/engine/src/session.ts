import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { printAnswers, sayAnswers } from './answers.ts';
import { artillery, type Events, type Helpers, type Script } from './artillery.ts';
import { CallAccount } from './call-account.ts';
import type { Config } from './config.ts';
import { describe, Refusal } from './error.ts';
import { failureOf } from './fault.ts';
import { Journey } from './journey/journey.ts';
import type { Needs } from './needs.ts';
import { withOpenFiles } from './open-files.ts';
import type { Place } from './place.ts';
import { Pushes } from './pushes.ts';
import { Rendezvous, type VoidFile } from './rendezvous.ts';
import { Round } from './round.ts';
import { fileOf } from './script.ts';
import { StepTimes } from './step-times.ts';
import { addressOf, connectionOf } from './targets.ts';
import type { WritersPlan } from './writers.ts';

/** Virtual users of this thread, of all its scenarios. */
let users = 0;

/** How many reasons a thread says. */
const maxSaid = 20;

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
  readonly steps: StepTimes;
  readonly pushes: Pushes;
  /** How far its virtual users came. */
  readonly users = { arrived: 0, connected: 0, completed: 0 };
  #meeting: Rendezvous | undefined;
  #round: Round | undefined;
  #journey: Journey | undefined;
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
    this.steps = new StepTimes(events);
    this.pushes = new Pushes(config.pushes, events);
  }

  /** A short id of a virtual user, unique on this machine. */
  nextUser(): string {
    this.#users++;
    return `${process.pid.toString(36)}-${threadId}-${(users++).toString(36)}`;
  }

  /** How the newest virtual user of this thread connects: threads begin with different instances. */
  connection(): ConnectOptions {
    return connectionOf(this.config, 'subscribers', threadId + this.#users);
  }

  /** The address of a connection that a virtual user makes in the place of its first one. */
  nextAddress(): Pick<ConnectOptions, 'localAddress'> {
    return addressOf(this.config.connect, threadId + this.#users + this.#anew++);
  }

  /** What tells the newest virtual user of this thread apart. */
  nextPlace(): Place {
    const connection = this.connection();
    const id = this.nextUser();
    const number = this.nextNumber();
    return { id, number, connection, isWitness: this.takeWitness(number), keepsEvents: this.needs.receives };
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

  /** The part of this thread in a journey; undefined in a flow that is none. */
  get journey(): Journey | undefined {
    if (this.needs.journey) this.#journey ??= new Journey(this.meeting, this.config);
    return this.#journey;
  }

  /** The round of this thread; the first to ask for it makes it. */
  join(plan?: () => WritersPlan): Round {
    if (this.#round === undefined) {
      const { config, events, meeting, calls, logins, pushes } = this;
      this.#round = new Round({
        config,
        events,
        meeting,
        calls,
        logins,
        pushes,
        ...(plan ? { plan: plan() } : {}),
      });
    }
    return this.#round;
  }

  /**
   * A virtual user failed. Says why, once for each code and call. If it wasn't ready yet and there is a schedule, its start
   * would be waited for in vain: the run is void.
   */
  fail(error: unknown, joined: boolean): void {
    const failure = failureOf(error);
    const { code, reason: bare } = failure;
    const isScripts = code === 'config' || code === 'variable';
    const reason = isScripts
      ? `${fileOf(this.script)}${bare}`
      : withOpenFiles(bare, this.config.subscribers ?? this.users.arrived);
    if (isScripts) artillery().suggestedExitCode = 1;
    if (this.#round?.isVoid) return;
    // The folder can't be used: nothing of this thread will be measured.
    if (this.needs.meeting && this.#meeting === undefined) artillery().suggestedExitCode = 1;
    // A process that can't open another file can't measure.
    if (this.needs.publish && (!joined || bare.includes('EMFILE'))) {
      this.#declareVoid({ ...failure, reason });
      return;
    }
    const key = error instanceof Refusal ? `${code} ${error.answered}` : code;
    if (this.#said.has(key) || this.#said.size >= maxSaid) return;
    this.#said.add(key);
    this.#meeting?.addFailure({ ...failure, reason });
    console.log(`pubsub: ${reason}`);
  }

  /** At the end: how many clients were held, if this thread had any. */
  summarise(): void {
    const held = this.#round?.summary();
    if (held !== undefined) console.log(held);
  }

  /** Says once in a run how answers were read. @param readings of one client, so far */
  sayAnswers(readings: ReadonlySet<string>): void {
    for (const reading of readings) {
      if (this.#said.has(reading)) continue;
      this.#said.add(reading);
      if (this.needs.meeting) sayAnswers([reading], this.meeting.dir);
      else printAnswers(reading);
    }
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
