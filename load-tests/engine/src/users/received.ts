import type { Change } from '@meteor-vs-mean/pubsub-client';
import { nameOfChange } from '../account/sightings.ts';
import { RunError } from '../failures/error.ts';

/** A user keeps at most this many events for a later `wait`, and drops the oldest. */
const mostKept = 1000;

/** The event that a `wait` needs. */
export interface Wanted {
  event?: string;
  /** DDP only. */
  collection?: string;
  /** Socket.io only: as its changes have it, '' for the main one. Absent: of any namespace. */
  namespace?: string;
  /** @returns why an event of that name doesn't match; undefined if it does */
  mismatch?(change: Change): string | undefined;
}

export interface Arrival {
  change: Change;
  at_ns: bigint;
}

interface Waiting {
  wanted: Wanted;
  /** What came instead, by name. */
  others: Map<string, number>;
  /** Events of the right name that didn't match, and why the newest didn't. */
  mismatches: number;
  mismatch: string | undefined;
  resolve(arrival: Arrival): void;
  reject(error: RunError): void;
}

/** The events that came to one virtual user, until a `wait` takes them. */
export class Received {
  #kept: Arrival[] = [];
  readonly #keeps: boolean;
  readonly #waits = new Set<Waiting>();

  /** @param keeps whether a `wait` also finds earlier events */
  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  take(change: Change, at_ns: bigint): void {
    const arrival = { change, at_ns };
    for (const waiting of this.#waits) {
      if (fits(waiting, change)) {
        waiting.resolve(arrival);
        return;
      }
    }
    if (!this.#keeps) return;
    this.#kept.push(arrival);
    if (this.#kept.length > mostKept) this.#kept.shift();
  }

  /** What came before a call was sent is no answer to it. */
  clear(): void {
    this.#kept = [];
  }

  /** A `wait` doesn't find the documents of a snapshot. */
  dropSnapshot(since_ns: bigint): void {
    this.#kept = this.#kept.filter(({ change, at_ns }) => at_ns < since_ns || change.event !== 'added');
  }

  /** Ends all waits. */
  fail(code: string, reason: string): void {
    for (const waiting of this.#waits) {
      waiting.reject(new RunError(code, `${reason}, before ${nameOf(waiting.wanted)} came`, 'app'));
    }
  }

  /**
   * @param where the place of the step, for the message
   * @throws RunError (as a rejection) `timeout`, with what came instead
   */
  wait(wanted: Wanted, timeout_ms: number, where: string): Promise<Arrival> {
    const promise = new Promise<Arrival>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waits.delete(waiting);
      };
      const timer = setTimeout(
        () => waiting.reject(new RunError('timeout', `${where}: ${missing(waiting, timeout_ms)}`, 'app')),
        timeout_ms,
      );
      const waiting: Waiting = {
        wanted,
        others: new Map(),
        mismatches: 0,
        mismatch: undefined,
        resolve: (arrival) => {
          end();
          resolve(arrival);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      this.#waits.add(waiting);
      const at = this.#kept.findIndex(({ change }) => fits(waiting, change));
      if (at !== -1) waiting.resolve(this.#kept.splice(at, 1)[0] as Arrival);
    });
    // A function of the processor can begin a wait and never await it.
    promise.catch(() => {});
    return promise;
  }
}

function fits(waiting: Waiting, change: Change): boolean {
  const { event, collection, namespace, mismatch } = waiting.wanted;
  const isNamed =
    (event === undefined || event === change.event) &&
    (collection === undefined || collection === change.collection) &&
    (namespace === undefined || namespace === (change.namespace ?? ''));
  if (!isNamed) {
    const name = withNamespace(nameOfChange(change), change.namespace);
    waiting.others.set(name, (waiting.others.get(name) ?? 0) + 1);
    return false;
  }
  const why = mismatch?.(change);
  if (why === undefined) return true;
  waiting.mismatches += 1;
  waiting.mismatch = why;
  return false;
}

function nameOf({ event, collection, namespace }: Wanted): string {
  if (event === undefined) return `a change of "${collection}"`;
  return withNamespace(nameOfChange(collection === undefined ? { event } : { event, collection }), namespace);
}

const withNamespace = (name: string, namespace = '') => (namespace === '' ? name : `${name} of ${namespace}`);

/** Names the three commonest events that came instead. */
function missing({ wanted, others, mismatches, mismatch }: Waiting, timeout_ms: number): string {
  const commonest = [...others].sort(([, a], [, b]) => b - a).slice(0, 3);
  const instead = commonest.map(([name, count]) => `${count} ${name}`).join(', ');
  const wrong = mismatch === undefined ? '' : `; ${mismatches} came that did not match (${mismatch})`;
  const came =
    instead === '' ? (mismatch === undefined ? '; nothing came' : '') : `; what came is ${instead}`;
  return `no ${nameOf(wanted)} in ${timeout_ms / 1000} s${wrong}${came}`;
}
