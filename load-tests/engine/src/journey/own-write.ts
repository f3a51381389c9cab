import type { StepTimes } from '../account/step-times.ts';
import type { Events } from '../script/artillery.ts';
import { type Answer, now_us, toMicroseconds } from './line.ts';
import type { JourneyLog } from './log.ts';
import type { Pace } from './pace.ts';

/** Where a write goes, and what its deliveries show. */
export interface Owes {
  audience: string;
  id: string;
  kind: string;
  /** Whether its writer gets it as well. */
  own: boolean;
}

/** A virtual user, as far as its writes need it. */
export interface Writer {
  readonly id: string;
  readonly pace: Pace | undefined;
  readonly events: Events;
  readonly session: { readonly steps: StepTimes };
}

/** A write of one user, from its sending to its answer. */
export class OwnWrite {
  readonly #user: Writer;
  readonly #log: JourneyLog;
  readonly #owes: Owes;
  readonly #step: string;
  readonly #due_us: number;

  /** It is about to be sent. */
  constructor(user: Writer, log: JourneyLog, owes: Owes, name: string) {
    this.#user = user;
    this.#log = log;
    this.#owes = owes;
    this.#step = user.session.steps.limited(name);
    const sent_us = now_us();
    this.#due_us = user.pace === undefined ? sent_us : toMicroseconds(user.pace.due_ns);
    log.write(['W', sent_us, user.id, { ...owes, step: this.#step, due_us: this.#due_us }]);
  }

  answered(answer: Answer): void {
    const { kind, id } = this.#owes;
    const ended_us = now_us();
    this.#log.write(['A', ended_us, this.#user.id, kind, id, answer]);
    if (answer !== 'acknowledged') return;
    const took_ms = (ended_us - this.#due_us) / 1000;
    this.#user.events.emit('histogram', `pubsub.journey.${this.#step}.acknowledged`, took_ms);
  }
}
