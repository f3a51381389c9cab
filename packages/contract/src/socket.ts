import type { Query } from './define.ts';
import { ContractError, type ErrorCode } from './errors.ts';
import type { InputOf, MethodName, ResultOf } from './methods.ts';

/**
 * Socket.io carries JSON. A date travels as in DDP's EJSON, `{"$date": milliseconds}`; text, numbers, booleans and null
 * are sent unchanged. So dates and text that looks like a date both survive.
 */
export interface WireDate {
  $date: number;
}

/** A value on the wire. */
export type Wire<T> = T extends Date
  ? WireDate
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

/** @returns a copy with every Date as `{$date}`, or the value itself if it contains none */
export function toWire<T>(value: T): Wire<T> {
  return translate(value, (item) =>
    item instanceof Date ? { $date: item.getTime() } : undefined,
  ) as Wire<T>;
}

/** No input of the contract is nested more than a few levels deep. */
const deepest = 50;

/**
 * Undoes `toWire`. An object with other fields besides `$date` is not a date.
 * @throws ContractError `validation-error` for an object nested too deeply to search
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
  if (ArrayBuffer.isView(value)) return value; // the contract has no binary data, so validation rejects it
  const replacement = replace(value);
  if (replacement !== undefined) return replacement;
  if (depth === deepest) throw new ContractError('validation-error', 'The input is nested too deeply');
  const inner = (item: unknown) => translate(item, replace, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]));
}

/** A document on the wire: `_id` and its fields, dates as `{$date}`. */
export type WireDocument = { _id: string } & Record<string, unknown>;

/** Every acknowledgement: the result, or an error. */
export type Reply<Result> = { result: Wire<Result> } | { error: { code: ErrorCode; message: string } };

/** The answer to a subscription. Later changes name the channel, which all subscribers of one query share. */
export interface Snapshot {
  channel: string;
  /** In the publication's order. */
  documents: WireDocument[];
}

/** The same, for a client whose documents are still current. */
export interface Unchanged {
  channel: string;
  unchanged: true;
}

/** Changes after the snapshot. */
export interface ServerToClientEvents {
  added: (channel: string, document: WireDocument) => void;
  /** The changed fields, and the names of the removed fields (absent if there are none). */
  changed: (channel: string, id: string, fields: Record<string, unknown>, cleared?: string[]) => void;
  removed: (channel: string, id: string) => void;
}

/** The methods by name, and the events that start and end a subscription. */
export type ClientToServerEvents = {
  [Name in MethodName]: (input: Wire<InputOf<Name>>, ack: (reply: Reply<ResultOf<Name>>) => void) => void;
} & {
  /**
   * A client may say which documents of the publication it has, from an earlier subscription or a server-rendered page:
   * the hexadecimal SHA-256 of their JSON in the publication's order. If they are still current, the server doesn't
   * send them again.
   */
  subscribe: (
    ...args:
      | [name: string, params: unknown, ack: (reply: Reply<Snapshot>) => void]
      | [name: string, params: unknown, holds: string, ack: (reply: Reply<Snapshot | Unchanged>) => void]
  ) => void;
  unsubscribe: (channel: string, ack?: (reply: Reply<null>) => void) => void;
  /** Returns the build of the pages that the server sends now; null if it has none. It counts as a call. */
  build: (ack: (reply: Reply<string | null>) => void) => void;
};

/** The name that all subscriptions to one query share, on every server. */
export function channelOf(name: string, query: Query): string {
  const parts = [name, ...Object.values(query.filter).filter((value) => value !== null)];
  if (query.limit !== undefined) parts.push(String(query.limit));
  return parts.join(':');
}
