import type { Calls } from '../account/call-account.ts';
import type { Users } from '../account/users.ts';
import type { Usage } from '../process/receiver-usage.ts';

/** What a write's call came to. `sent` is one that asks for no answer. */
export type Answer = 'acknowledged' | 'sent' | 'refused' | 'expected' | 'unanswered';

/** The documents of a view: a digest of each by its id, empty for one that the app took away. */
export type Digests = Record<string, string>;

/** A user follows an audience from here on: its snapshot is complete. */
export type Follows = ['F', at_us: number, user: string, audience: string, isWitness: 0 | 1];
/** A user follows it no longer, or for as long as its connection is lost. */
export type Ends = ['E', at_us: number, user: string, audience: string, isLost: 0 | 1];
/** What a witness sees when it ends. */
export type Views = ['V', at_us: number, user: string, audience: string, documents: Digests];
/** A write is sent. */
export type Writes = ['W', at_us: number, user: string, write: WriteFields];
/** Its call ended. */
export type Answers = ['A', at_us: number, user: string, kind: string, id: string, answer: Answer];
/** A change that shows a write came to a user. */
export type Delivers = ['D', at_us: number, user: string, kind: string, id: string, isSnapshot: 0 | 1];
/** The last line of a thread. */
export type Totals = ['T', at_us: number, users: Users, calls: Calls, usage: Usage];

export interface WriteFields {
  kind: string;
  id: string;
  audience: string;
  /** The name of its step. */
  step: string;
  due_us: number;
  /** Whether its writer gets it as well. */
  own: boolean;
}

/** One line of a journey's log, in JSON. Times are microseconds of process.hrtime, the same for all processes of a machine. */
export type Line = Follows | Ends | Views | Writes | Answers | Delivers | Totals;

/** Now, by the clock of `Line`. */
export function now_us(): number {
  return toMicroseconds(process.hrtime.bigint());
}

export function toMicroseconds(time_ns: bigint): number {
  return Number(time_ns / 1000n);
}
