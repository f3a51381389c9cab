import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { RunError } from '../failures/error.ts';
import type { Phase, Script } from './artillery.ts';
import { audienceFrom } from './audience.ts';
import { parseConnect, parseTls } from './connect-options.ts';
import { Fields } from './fields.ts';
import {
  compileIdentifier,
  compileIdentifiers,
  compilePath,
  type Identifier,
  type Identifiers,
} from './identifier.ts';
import { parseLocalAddress, parseTargets, type Targets } from './targets.ts';

/** A change that shows a write. */
export interface Delivery {
  event: string;
  collection?: string;
  /** The place of the write id in the event's arguments, as in the script. */
  path: string;
  pattern?: string;
  identify: Identifier;
  /** For a path into a list; `identify` then finds nothing. */
  identifyAll?: Identifiers;
  /** Of a journey: which kind of write it shows. Default `added`. */
  kind?: string;
  /** Of a journey: whether an event of that name shows such a write at all. Absent: each does. */
  has?: (args: unknown[]) => boolean;
}

/** The kind of a write where the script names none. */
export const plainKind = 'added';

/** Where the app keeps what is written. */
interface Database {
  url: string;
  /** The collection and the field with the write ids. */
  collection?: string;
  field?: string;
}

/** Socket.io: how an event changes a document of a witness's view, by numbers of its arguments. */
export interface ViewEvent {
  event: string;
  /** The whole document. */
  document?: number;
  /** The document's id, the fields with new values, and the names of removed fields. */
  id?: number;
  fields?: number;
  cleared?: number;
}

export interface View {
  /** The field of a document that holds its id. */
  key: string;
  /** The field of the answer to a subscription that holds the documents; absent: the answer is their list. */
  snapshot?: string;
  events: ViewEvent[];
}

/** An event that the app sends by itself, and the place of its time of sending. */
export interface PushSpec {
  event: string;
  /** DDP only. */
  collection?: string;
  /** The keys of the path in the event's arguments, e.g. `0.at`. */
  sent: readonly string[];
}

/** The database where the machines of a run meet. */
export interface RendezvousOptions {
  /** mongodb://...; never printed, because it can have credentials. */
  url: string;
  /** The name of the run: the same on all machines, and new for each run. */
  run: string;
  /** The number of machines. */
  machines: number;
}

export interface Config {
  readonly connect: ConnectOptions;
  /** The instances of the app. Connections take turns. */
  readonly targets: Targets;
  /** How many must have their snapshots before the first write, in all threads and processes. */
  readonly subscribers: number | undefined;
  /** How many subscribers share one live query, by `audience`; undefined: all of them. */
  readonly groupSize: number | undefined;
  readonly readyTimeout_ms: number;
  readonly out: string | undefined;
  readonly deliveries: readonly Delivery[];
  /** Of a journey: how long after its answer a write may be delivered. */
  readonly drain_ms: number;
  /** Events that take a document away: counted as `removed`. */
  readonly removals: readonly string[];
  /** Fields that the app changes by itself: the views of a journey are compared without them. */
  readonly uncompared: readonly string[];
  /** Events that the app sends by itself, with the time at which it sent them. */
  readonly pushes: readonly PushSpec[];
  readonly witnesses: number;
  readonly view: View | undefined;
  readonly database: Database | undefined;
  /** Undefined for a run on one machine. */
  readonly rendezvous: RendezvousOptions | undefined;
  /** Writes per second and seconds, instead of the publish step's: a search sets them. */
  readonly rate_per_s: number | undefined;
  readonly duration_s: number | undefined;
  /** Whether Artillery exits with 1 after a run with a shortfall. */
  readonly failOnLoss: boolean;
}

/**
 * Parses `config.engines.pubsub`, once.
 * @throws RunError that names the field and the right value
 */
export function parseConfig(script: Script, name = 'pubsub'): Config {
  const where = `config.engines.${name}`;
  const fields = new Fields(script.config.engines?.[name] ?? {}, where);
  const target = script.config.target;
  if (typeof target !== 'string' || !URL.canParse(target)) {
    throw new RunError(
      'config',
      `config.target should be the address of the app, not ${JSON.stringify(target)}`,
    );
  }
  assertFilled(script.config.engines?.[name] ?? {}, where);
  const tls = parseTls(new Fields({ tls: script.config.tls }, 'config'));
  const connect = parseConnect(fields, { url: target, ...(tls ? { tls } : {}) });
  const targets = parseTargets(fields, target);
  const config: Config = {
    connect: { ...connect, ...parseLocalAddress(fields, targets) },
    targets,
    subscribers: fields.whole('subscribers', 1) ?? arrivalsOf(script.config.phases),
    groupSize: audienceFrom(fields, script.config.variables),
    readyTimeout_ms: (fields.number('readyTimeout', 0.001, 'seconds above 0') ?? 30) * 1000,
    out: fields.text('out'),
    deliveries: (fields.list('deliveries') ?? []).map((value, i) =>
      parseDelivery(value, `${where}.deliveries[${i}]`),
    ),
    drain_ms: 1000 * (fields.number('drain', 0, 'seconds from 0 up') ?? 5),
    removals: (fields.list('removals') ?? ['removed']).map(String),
    uncompared: (fields.list('uncompared') ?? []).map(String),
    pushes: (fields.list('pushes') ?? []).map((value, i) => parsePush(value, `${where}.pushes[${i}]`)),
    witnesses: fields.whole('witnesses', 0) ?? 0,
    view: parseView(fields.object('view'), `${where}.view`),
    database: parseDatabase(fields.object('database'), `${where}.database`),
    rendezvous: parseRendezvous(fields.object('rendezvous'), `${where}.rendezvous`),
    rate_per_s: fields.number('rate', 0.001, 'a number above 0, writes per second'),
    duration_s: fields.number('duration', 0.001, 'a number above 0, seconds'),
    failOnLoss: fields.flag('failOnLoss') ?? true,
  };
  fields.end();
  if (config.groupSize !== undefined && config.subscribers === undefined) {
    throw new RunError(
      'config',
      `${where}.subscribers should be the number of subscribers: the audience needs it, and it does not follow from the phases`,
    );
  }
  if (config.groupSize !== undefined && config.rendezvous !== undefined) {
    throw new RunError(
      'config',
      `${where}.audience should be one in a run of several machines: all their subscribers share a list`,
    );
  }
  return config;
}

/** The number of groups of subscribers: subscriber n is in group n / groupSize. */
export function groupCount({ subscribers, groupSize }: Config): number {
  return groupSize === undefined || subscribers === undefined ? 1 : Math.ceil(subscribers / groupSize);
}

function parseDelivery(value: unknown, where: string): Delivery {
  const fields = new Fields(value, where);
  const event = fields.text('event') ?? fields.fail('event', 'the name of an event, e.g. added');
  const collection = fields.text('collection');
  const path = fields.text('path') ?? fields.fail('path', 'where the write id is, e.g. 0.id or 1._id');
  const pattern = fields.text('pattern');
  const kind = fields.text('kind');
  const has = fields.text('has');
  fields.end();
  const identifyAll = compileIdentifiers(path, pattern);
  const identify = identifyAll === undefined ? compileIdentifier(path, pattern) : () => undefined;
  const delivery: Delivery = { event, path, identify };
  if (kind !== undefined) delivery.kind = kind;
  if (has !== undefined) {
    const valueIn = compilePath(has);
    delivery.has = (args) => valueIn(args) !== undefined;
  }
  if (identifyAll !== undefined) delivery.identifyAll = identifyAll;
  if (collection !== undefined) delivery.collection = collection;
  if (pattern !== undefined) delivery.pattern = pattern;
  return delivery;
}

function parsePush(value: unknown, where: string): PushSpec {
  const fields = new Fields(value, where);
  const event = fields.text('event') ?? fields.fail('event', 'the name of an event, e.g. tick');
  const collection = fields.text('collection');
  const sent = fields.text('sent') ?? fields.fail('sent', 'where the time of sending is, e.g. 0.at');
  if (!/^\d+(\.[^.]+)*$/.test(sent)) {
    fields.fail('sent', 'a path that begins with the number of an argument, as in 0.at');
  }
  fields.end();
  return { event, sent: sent.split('.'), ...(collection === undefined ? {} : { collection }) };
}

function parseView(value: Record<string, unknown> | undefined, where: string): View | undefined {
  if (value === undefined) return undefined;
  const fields = new Fields(value, where);
  const key = fields.text('key') ?? '_id';
  const snapshot = fields.text('snapshot');
  const events = (fields.list('events') ?? []).map((item, i) => {
    const one = new Fields(item, `${where}.events[${i}]`);
    const event: ViewEvent = { event: one.text('event') ?? one.fail('event', 'the name of an event') };
    for (const name of ['document', 'id', 'fields', 'cleared'] as const) {
      const number = one.whole(name, 0);
      if (number !== undefined) event[name] = number;
    }
    if (event.document === undefined && event.id === undefined) {
      one.fail('document', 'the number of the argument that holds the document, or give id');
    }
    one.end();
    return event;
  });
  fields.end();
  return snapshot === undefined ? { key, events } : { key, snapshot, events };
}

function parseDatabase(value: Record<string, unknown> | undefined, where: string): Database | undefined {
  if (value === undefined) return undefined;
  const fields = new Fields(value, where);
  const url = fields.text('url') ?? fields.fail('url', 'mongodb://... with the name of the database in it');
  const database: Database = { url };
  const [collection, field] = [fields.text('collection'), fields.text('field')];
  if (collection !== undefined) database.collection = collection;
  if (field !== undefined) database.field = field;
  fields.end();
  return database;
}

function parseRendezvous(
  value: Record<string, unknown> | undefined,
  where: string,
): RendezvousOptions | undefined {
  if (value === undefined) return undefined;
  const fields = new Fields(value, where);
  const url = fields.text('url') ?? fields.fail('url', 'mongodb://..., which all machines reach');
  const run =
    fields.text('run') ?? fields.fail('run', 'a name, the same on all machines and new for each run');
  const machines = fields.whole('machines', 2) ?? fields.fail('machines', 'how many take part, from 2 up');
  fields.end();
  return { url, run, machines };
}

/**
 * Refuses unset variables: Artillery fills in `config` before the run, and leaves an unknown variable empty.
 * @throws RunError that names the field
 */
function assertFilled(value: unknown, where: string): void {
  if (value === undefined) {
    throw new RunError(
      'config',
      `${where} has a variable that isn't set before the run. Only $env and -v are set then. A value that differs between virtual users belongs in a connect step`,
    );
  }
  if (value === null || typeof value !== 'object') return;
  for (const [name, one] of Object.entries(value)) assertFilled(one, `${where}.${name}`);
}

/** The number of virtual users of phases that have only `arrivalCount` and pauses; undefined for others. */
function arrivalsOf(phases: Phase[] | undefined): number | undefined {
  let sum = 0;
  for (const phase of phases ?? []) {
    if (phase.arrivalCount !== undefined) sum += Number(phase.arrivalCount);
    else if (phase.pause === undefined) return undefined;
  }
  return Number.isSafeInteger(sum) && sum > 0 ? sum : undefined;
}
