import { type Calls, sumOfCalls } from '../account/call-account.ts';
import { Times } from '../account/histogram.ts';
import type { Users } from '../account/users.ts';
import type { Usage } from '../process/receiver-usage.ts';
import type { Answers, Delivers, Ends, Follows, Line, Writes } from './line.ts';
import { Order } from './order.ts';
import { ViewAccount } from './views.ts';
import { isTaken, type OpenWrite, OpenWrites } from './write.ts';

/** What became of the writes of one step. */
export interface StepAccount {
  writes: number;
  /** From when a write was due until another user had it. */
  delivery: Times;
  /** From when it was due until its writer had the answer. */
  acknowledged: Times;
}

/**
 * The account of a journey, out of its lines in the order of their times. It keeps what is open and who follows what: so
 * its memory doesn't grow with the writes and deliveries.
 */
export class JourneyAccount {
  owed = 0;
  seen = 0;
  doubled = 0;
  outOfOrder = 0;
  /** Deliveries to users that came or left while a write was delivered. */
  excused = 0;
  /** Deliveries of no write that was open: of none of this journey, one that the app refused, or too late. */
  unexpected = 0;
  readonly users: Users = { arrived: 0, connected: 0, completed: 0 };
  readonly writes = { sent: 0, acknowledged: 0, refused: 0, expected: 0, unanswered: 0 };
  readonly steps = new Map<string, StepAccount>();
  readonly views: ViewAccount;
  readonly usages: Usage[] = [];
  /** The first delivery that is lost. */
  firstLost: string | undefined;
  readonly #drain_us: number;
  readonly #open = new OpenWrites();
  /** Those whose calls have ended, in the order of their ends. */
  readonly #ended = new Set<OpenWrite>();
  readonly #order = new Order();
  /** Those who follow an audience, and since when. */
  readonly #followers = new Map<string, Map<string, number>>();
  readonly #calls: Calls[] = [];

  /** @param removals kinds of writes that take a document away */
  constructor(drain_ms: number, removals: ReadonlySet<string>) {
    this.#drain_us = 1000 * drain_ms;
    this.views = new ViewAccount(removals);
  }

  get lost(): number {
    return this.owed - this.seen;
  }

  /** All calls of the users. */
  get calls(): Calls {
    return sumOfCalls(this.#calls);
  }

  take(line: Line): void {
    this.#closeUntil(line[1]);
    switch (line[0]) {
      case 'F':
        this.#follow(line);
        break;
      case 'E':
        this.#end(line);
        break;
      case 'V':
        this.views.compare(line);
        break;
      case 'W':
        this.#write(line);
        break;
      case 'A':
        this.#answer(line);
        break;
      case 'D':
        this.#deliver(line);
        break;
      case 'T': {
        const [, , users, calls, usage] = line;
        for (const name of ['arrived', 'connected', 'completed'] as const) this.users[name] += users[name];
        this.#calls.push(calls);
        this.usages.push(usage);
      }
    }
  }

  /** After the last line: nobody was there for the whole time of what is still open. */
  end(): void {
    for (const write of this.#open.all()) this.#close(write, true);
  }

  #follow([, at_us, user, audience, isWitness]: Follows): void {
    const followers = this.#followers.get(audience) ?? new Map<string, number>();
    this.#followers.set(audience, followers.set(user, at_us));
    for (const write of this.#open.in(audience)) if (!write.owed.has(user)) write.excused.add(user);
    if (isWitness === 1) this.views.follow(audience, user, at_us);
  }

  #end([, , user, audience, isLost]: Ends): void {
    const followers = this.#followers.get(audience);
    followers?.delete(user);
    if (followers?.size === 0) {
      this.#followers.delete(audience);
      this.#order.forget(audience);
    }
    for (const write of this.#open.in(audience)) {
      if (write.owed.delete(user)) write.excused.add(user);
    }
    if (isLost === 0) this.views.leave(audience, user);
  }

  #write([, at_us, writer, fields]: Writes): void {
    const { audience, due_us, own } = fields;
    const write: OpenWrite = {
      ...fields,
      writer,
      number: this.writes.sent++,
      answer: undefined,
      ended_us: at_us,
      owed: new Map(),
      excused: new Set(),
    };
    for (const [user, since_us] of this.#followers.get(audience) ?? []) {
      if (user === writer && !own) continue;
      if (since_us < due_us) write.owed.set(user, undefined);
      else write.excused.add(user);
    }
    this.#open.add(write);
    this.#step(write).writes++;
    this.views.open(write, at_us);
  }

  #answer([, at_us, user, kind, id, answer]: Answers): void {
    const write = this.#open
      .of(kind, id)
      .find(({ writer, answer: known }) => writer === user && known === undefined);
    if (write === undefined) return;
    write.answer = answer;
    write.ended_us = at_us;
    this.#ended.add(write);
    if (answer !== 'sent') this.writes[answer]++;
    if (answer === 'acknowledged') this.#step(write).acknowledged.record(at_us - write.due_us);
  }

  #deliver([, at_us, user, kind, id, isSnapshot]: Delivers): void {
    const same = this.#open.of(kind, id);
    const write = same.find(({ owed }) => owed.has(user) && owed.get(user) === undefined);
    if (write !== undefined) {
      write.owed.set(user, at_us);
      if (isSnapshot === 0 && this.#order.isLate(write, user, at_us)) this.outOfOrder++;
      return;
    }
    // A snapshot shows a state, and not one write after another.
    if (isSnapshot === 1 || same.some(({ excused }) => excused.has(user))) return;
    if (same.some(({ owed }) => owed.has(user))) this.doubled++;
    else this.unexpected++;
  }

  /** A write is over when its drain is. */
  #closeUntil(at_us: number): void {
    for (const write of this.#ended) {
      if (write.ended_us + this.#drain_us >= at_us) return;
      this.#ended.delete(write);
      this.#close(write, false);
    }
  }

  #close(write: OpenWrite, isCutOff: boolean): void {
    this.#open.remove(write);
    this.views.close(write, isCutOff);
    if (!isTaken(write)) {
      if (write.answer === undefined) this.writes.unanswered++;
      if (write.answer === 'refused' || write.answer === 'expected') {
        this.unexpected += [...write.owed.values()].filter((at_us) => at_us !== undefined).length;
      }
      return;
    }
    this.excused += write.excused.size + (isCutOff ? write.owed.size : 0);
    if (isCutOff) return;
    const { delivery } = this.#step(write);
    for (const [user, at_us] of write.owed) {
      this.owed++;
      if (at_us === undefined) {
        this.firstLost ??= `${write.kind} ${write.id} of ${write.audience} did not come to ${user}`;
        continue;
      }
      this.seen++;
      if (user !== write.writer) delivery.record(at_us - write.due_us);
    }
  }

  #step({ step }: OpenWrite): StepAccount {
    const found = this.steps.get(step) ?? { writes: 0, delivery: new Times(), acknowledged: new Times() };
    this.steps.set(step, found);
    return found;
  }
}
