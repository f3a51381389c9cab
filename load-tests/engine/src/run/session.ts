import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { CallAccount } from '../account/call-account.ts';
import { Pushes } from '../account/pushes.ts';
import { StepTimes } from '../account/step-times.ts';
import type { UsersWithFailures } from '../account/users.ts';
import { describe, Refusal } from '../failures/error.ts';
import { failureOf, type VoidFile } from '../failures/fault.ts';
import { printAnswers, sayAnswers } from '../folder/answers.ts';
import { Rendezvous } from '../folder/rendezvous.ts';
import { Journey } from '../journey/journey.ts';
import { withOpenFiles } from '../process/open-files.ts';
import { say } from '../process/say.ts';
import { artillery, type Events, type Helpers, type Script } from '../script/artillery.ts';
import type { Config } from '../script/config.ts';
import type { Needs } from '../script/needs.ts';
import { fileOf } from '../script/script.ts';
import { addressOf, connectionOf } from '../script/targets.ts';
import type { WritersPlan } from '../writers/writers.ts';
import type { Place } from './place.ts';
import { Round } from './round.ts';

/** Random, since a container's processes have the same pids in each run. */
const thread = randomBytes(4).readUInt32BE().toString(36);
/** Virtual users of this thread, of all its scenarios. */
let users = 0;

/** How many reasons a thread says. */
const maxSaid = 20;

/** What all virtual users of one thread share. */
export class Session {
  readonly config: Config;
  readonly helpers: Helpers;
  readonly script: Script;
  readonly events: Events;
  readonly calls = new CallAccount();
  /** Log-ins of its virtual users, not of the writers. */
  readonly logins = new CallAccount();
  readonly needs: Needs;
  readonly steps: StepTimes;
  readonly pushes: Pushes;
  /** How far its virtual users came. */
  readonly users: UsersWithFailures = { arrived: 0, connected: 0, completed: 0, failures: {} };
  #meeting: Rendezvous | undefined;
  #round: Round | undefined;
  #journey: Journey | undefined;
  readonly #said = new Set<string>();
  #users = 0;
  /** Connections by a `connect` step. */
  #reconnections = 0;
  /** Virtual users that are witnesses. */
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

  /** A short id of a virtual user, unique over machines and runs. */
  nextUser(): string {
    this.#users++;
    return `${thread}-${(users++).toString(36)}`;
  }

  /** How the newest virtual user of this thread connects: threads begin with different instances. */
  connection(): ConnectOptions {
    return connectionOf(this.config, 'subscribers', threadId + this.#users);
  }

  /** The address of a virtual user's next connection. */
  nextAddress(): Pick<ConnectOptions, 'localAddress'> {
    return addressOf(this.config.connect, threadId + this.#users + this.#reconnections++);
  }

  /** What differs between virtual users, for the newest one of this thread. */
  nextPlace(): Place {
    const connection = this.connection();
    const id = this.nextUser();
    const number = this.nextNumber();
    return { id, number, connection, isWitness: this.takeWitness(number), keepsEvents: this.needs.receives };
  }

  /** The number of a virtual user, from 0, in all threads and processes; undefined if no step uses it. */
  nextNumber(): number | undefined {
    const { needs, config } = this;
    if (!needs.meeting || !(needs.numbers || config.groupSize !== undefined)) return undefined;
    return this.meeting.takeNumber();
  }

  /**
   * @param number of the virtual user. Only the first one of a group can be a witness, so witnesses see different groups.
   * @returns whether it is a witness
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
    const isScripts = ['config', 'variable', 'option'].includes(code);
    const reason = isScripts
      ? `${fileOf(this.script)}${bare}`
      : withOpenFiles(bare, this.config.subscribers ?? this.users.arrived);
    this.users.failures[failure.by] ??= reason;
    if (isScripts) artillery().suggestedExitCode = 1;
    if (this.#round?.isVoid) return;
    // The folder can't be used, so this thread measures nothing.
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
    say(`pubsub: ${reason}`);
  }

  /** At the end: how many clients were held, if this thread had any. */
  summarise(): void {
    const held = this.#round?.endHold();
    if (held !== undefined) say(held);
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
      if (first) say(`pubsub: void, ${failure.reason} (${this.meeting.dir})`);
    } catch (problem) {
      say(`pubsub: ${describe(problem).message}`);
    }
  }
}
