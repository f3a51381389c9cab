import type { Query } from './define.ts';
import { ContractError, type ErrorCode } from './errors.ts';
import type { InputOf, MethodName, ResultOf } from './methods.ts';

/**
 * Socket.io carries JSON. A date travels as DDP's EJSON has it, `{"$date": milliseconds}`, and nothing else does:
 * text, numbers, booleans and null are themselves. So a date comes out as a date, and text that looks like one
 * stays text.
 */
export interface WireDate {
  $date: number;
}

/** A value as it is on the wire. */
export type Wire<T> = T extends Date
  ? WireDate
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

/** @returns a copy with every Date as `{$date}`; what holds none is returned as it is */
export function toWire<T>(value: T): Wire<T> {
  return translate(value, (item) =>
    item instanceof Date ? { $date: item.getTime() } : undefined,
  ) as Wire<T>;
}

/** Nothing in the contract is nested more than a few levels deep. */
const deepest = 50;

/**
 * Undoes `toWire`. An object that has other fields beside `$date` is not a date.
 * @throws ContractError `validation-error` for what is nested so deeply that looking at it would end in the middle
 */
export function fromWire<T>(value: Wire<T>): T {
  return translate(value, (item) => (isWireDate(item) ? new Date(item.$date) : undefined)) as T;
}

function isWireDate(value: object): value is WireDate {
  return (
    '$date' in value && typeof value.$date === 'number' && Object.keys(value).length === 1 // no other fields
  );
}

function translate(value: unknown, replace: (item: object) => unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (ArrayBuffer.isView(value)) return value; // nothing in the contract is binary: whoever validates refuses it
  const replacement = replace(value);
  if (replacement !== undefined) return replacement;
  if (depth === deepest) throw new ContractError('validation-error', 'It is nested too deeply');
  const inner = (item: unknown) => translate(item, replace, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]));
}

/** A document on the wire: `_id` and its fields, dates as `{$date}`. */
export type WireDocument = { _id: string } & Record<string, unknown>;

/** What every acknowledgement holds: the result, or why there is none. */
export type Reply<Result> = { result: Wire<Result> } | { error: { code: ErrorCode; message: string } };

/** The start of a subscription. Later changes name the channel: all subscribers of one query share it. */
export interface Snapshot {
  channel: string;
  /** In the publication's order. */
  documents: WireDocument[];
}

/** The same, for a client that said what it holds: that still is all. */
export interface Unchanged {
  channel: string;
  unchanged: true;
}

/** Changes, after the snapshot. */
export interface ServerToClientEvents {
  added: (channel: string, document: WireDocument) => void;
  /** The fields that have new values, and the names of those that are gone (absent if none are). */
  changed: (channel: string, id: string, fields: Record<string, unknown>, cleared?: string[]) => void;
  removed: (channel: string, id: string) => void;
}

/** Methods by their names, and what starts and ends a subscription. */
export type ClientToServerEvents = {
  [Name in MethodName]: (input: Wire<InputOf<Name>>, ack: (reply: Reply<ResultOf<Name>>) => void) => void;
} & {
  /**
   * A client may say what it holds of the publication, from an earlier subscription or from a page that was rendered
   * with it: the SHA-256, in hexadecimal, of its documents' JSON in the publication's order. If nothing else is there
   * now, it gets no second copy.
   */
  subscribe: (
    ...args:
      | [name: string, params: unknown, ack: (reply: Reply<Snapshot>) => void]
      | [name: string, params: unknown, holds: string, ack: (reply: Reply<Snapshot | Unchanged>) => void]
  ) => void;
  unsubscribe: (channel: string, ack?: (reply: Reply<null>) => void) => void;
  /** Names the build of the pages that the server sends now; null if it has none. It counts as a call. */
  build: (ack: (reply: Reply<string | null>) => void) => void;
};

/** The name that all subscriptions to one query share, on any server. */
export function channelOf(name: string, query: Query): string {
  const parts = [name, ...Object.values(query.filter).filter((value) => value !== null)];
  if (query.limit !== undefined) parts.push(String(query.limit));
  return parts.join(':');
}
