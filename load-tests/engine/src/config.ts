import { type ConnectOptions, transports } from '@meteor-vs-mean/pubsub-client';
import type { Phase, Script } from './artillery.ts';
import { audienceFrom } from './audience.ts';
import { RunError } from './error.ts';
import { Fields } from './fields.ts';
import { compileIdentifier, type Identifier } from './identifier.ts';

/** A change that shows a write. */
export interface Delivery {
  event: string;
  collection?: string;
  identify: Identifier;
}

/** How an event maps to a document of a witness's view: numbers of the event's arguments. Socket.io only. */
export interface ViewEvent {
  event: string;
  /** Where the whole document is. */
  document?: number;
  /** Where its id is, and the fields that have new values, and the names of those that are gone. */
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

export interface Config {
  readonly connect: ConnectOptions;
  /** How many must have their snapshots before the first write, over all threads and processes. */
  readonly subscribers: number | undefined;
  /** How many subscribers share one live query, by `audience`; undefined: all of them. */
  readonly groupSize: number | undefined;
  readonly readyTimeout_ms: number;
  readonly out: string | undefined;
  readonly deliveries: readonly Delivery[];
  /** Events that take a document away: counted as `removed`. */
  readonly removals: readonly string[];
  readonly witnesses: number;
  readonly view: View | undefined;
  readonly database: { url: string } | undefined;
}

/**
 * Parses `config.engines.pubsub`, once.
 * @throws RunError naming the field and what would be right
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
  const config: Config = {
    connect: parseConnect(fields, { url: target }),
    subscribers: fields.whole('subscribers', 1) ?? arrivalsOf(script.config.phases),
    groupSize: audienceFrom(fields, script.config.variables),
    readyTimeout_ms: (fields.number('readyTimeout', 0.001, 'seconds above 0') ?? 30) * 1000,
    out: fields.text('out'),
    deliveries: (fields.list('deliveries') ?? []).map((value, i) =>
      parseDelivery(value, `${where}.deliveries[${i}]`),
    ),
    removals: (fields.list('removals') ?? ['removed']).map(String),
    witnesses: fields.whole('witnesses', 0) ?? 0,
    view: parseView(fields.object('view'), `${where}.view`),
    database: parseDatabase(fields.object('database'), `${where}.database`),
  };
  fields.end();
  if (config.groupSize !== undefined && config.subscribers === undefined) {
    throw new RunError(
      'config',
      `${where}.subscribers should say how many there are: the audience needs it, and it does not follow from the phases`,
    );
  }
  return config;
}

/** Over how many groups the subscribers are spread: subscriber n is in group n / groupSize. */
export function groupCount({ subscribers, groupSize }: Config): number {
  return groupSize === undefined || subscribers === undefined ? 1 : Math.ceil(subscribers / groupSize);
}

/**
 * The options of a connection, as pubsub-client has them; `timeout` in seconds.
 * @param base what holds where a field is absent
 */
export function parseConnect(fields: Fields, base: Partial<ConnectOptions>): ConnectOptions {
  const transport = fields.oneOf('transport', transports) ?? base.transport;
  if (transport === undefined) fields.fail('transport', transports.join(' or '));
  const timeout_s = fields.number('timeout', 0.001, 'seconds above 0');
  const found: Partial<ConnectOptions> = {};
  const take = <Key extends keyof ConnectOptions>(key: Key, value: ConnectOptions[Key] | undefined) => {
    if (value !== undefined) found[key] = value;
  };
  take('compression', fields.flag('compression'));
  take('login', parseLogin(fields));
  take('auth', fields.object('auth'));
  take('path', fields.text('path'));
  take('namespace', fields.text('namespace'));
  take('subscribeEvent', fields.text('subscribeEvent'));
  take('unsubscribeEvent', fields.text('unsubscribeEvent'));
  take('subscribeAck', fields.flag('subscribeAck'));
  take('reconnect', fields.flag('reconnect'));
  if (timeout_s !== undefined) take('timeout_ms', timeout_s * 1000);
  return { ...base, ...found, transport } as ConnectOptions;
}

function parseLogin(fields: Fields): ConnectOptions['login'] | undefined {
  const value = fields.object('login');
  if (value === undefined) return undefined;
  const { user, password, resume } = value;
  if (typeof resume === 'string') return { resume };
  if (typeof user === 'string' && typeof password === 'string') return { user, password };
  return fields.fail('login', '{ user, password } or { resume: <token> }');
}

function parseDelivery(value: unknown, where: string): Delivery {
  const fields = new Fields(value, where);
  const event = fields.text('event') ?? fields.fail('event', 'the name of an event, e.g. added');
  const collection = fields.text('collection');
  const path = fields.text('path') ?? fields.fail('path', 'where the write id is, e.g. 0.id or 1._id');
  const pattern = fields.text('pattern');
  fields.end();
  const identify = compileIdentifier(path, pattern);
  return collection === undefined ? { event, identify } : { event, collection, identify };
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

function parseDatabase(
  value: Record<string, unknown> | undefined,
  where: string,
): { url: string } | undefined {
  if (value === undefined) return undefined;
  const fields = new Fields(value, where);
  const url = fields.text('url') ?? fields.fail('url', 'mongodb://... with the name of the database in it');
  fields.end();
  return { url };
}

/** How many virtual users the phases bring, where that is certain: with `arrivalCount` and pauses alone. */
function arrivalsOf(phases: Phase[] | undefined): number | undefined {
  let sum = 0;
  for (const phase of phases ?? []) {
    if (phase.arrivalCount !== undefined) sum += Number(phase.arrivalCount);
    else if (phase.pause === undefined) return undefined;
  }
  return Number.isSafeInteger(sum) && sum > 0 ? sum : undefined;
}
