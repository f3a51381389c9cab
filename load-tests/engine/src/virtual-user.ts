import {
  type Client,
  type ConnectOptions,
  connect,
  PubSubError,
  type Subscription,
} from '@meteor-vs-mean/pubsub-client';
import type { Subscriber } from './account.ts';
import type { Context, Events } from './artillery.ts';
import { groupCount } from './config.ts';
import { describe, RunError } from './error.ts';
import type { Round } from './round.ts';
import type { Session } from './session.ts';
import { changesIn, makeWitness, type Witness } from './witness.ts';

/** Whoever answers runs, whatever the answer is. */
const nobodyThere = /\bE(CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN)\b|\bENOTFOUND\b/;

/** One virtual user: its variables, its connection, its subscriptions, and its place in the round. */
export class VirtualUser {
  readonly context: Context;
  readonly session: Session;
  /** To its instance of the app. */
  readonly connection: ConnectOptions;
  readonly subscriptions = new Map<string, Subscription>();
  /** Whose writes it is owed. */
  readonly group: number;
  #client: Client | undefined;
  /** When its connection was begun. */
  #began_ns = 0n;
  #witness: Witness | undefined;
  #subscriber: Subscriber | undefined;
  #round: Round | undefined;
  #isLost = false;

  constructor(session: Session, context: Context) {
    this.session = session;
    this.context = context;
    this.connection = session.connection();
    const groups = groupCount(session.config);
    const number = session.nextNumber();
    // Those past the last group, which arrive when more come than were announced, begin again.
    this.group = Math.floor((number ?? 0) / (session.config.groupSize ?? Infinity)) % groups;
    context.vars.$vu = session.nextUser();
    context.vars.$groups = groups;
    context.vars.$group = this.group;
    if (number !== undefined) context.vars.$vuNumber = number;
    if (session.takeWitness(number))
      this.#witness = makeWitness(session.config.connect.transport, session.config.view);
  }

  get events(): Events {
    return this.session.events;
  }

  /** Fills in Artillery's variables and functions. */
  template(value: unknown): unknown {
    return this.session.helpers.template(value, this.context);
  }

  /** Whether it has been counted as ready. */
  get joined(): boolean {
    return this.#round !== undefined;
  }

  /** Whether an error only shows that the connection is lost, which counts when it happens. */
  hasCounted(error: unknown): boolean {
    return this.#isLost && error instanceof PubSubError && !error.isAnswer && error.code !== 'unrecognised';
  }

  /** Its connection; made at the first need. */
  async client(): Promise<Client> {
    return this.#client ?? this.connect(this.connection);
  }

  /** How it connects once more: from another address, where connections are spread over many. */
  connectionAnew(): ConnectOptions {
    return { ...this.connection, ...this.session.nextAddress() };
  }

  /** Connects, in the place of the connection that there was. */
  async connect(options: ConnectOptions): Promise<Client> {
    await this.#client?.close();
    this.#client = undefined;
    this.#isLost = false;
    this.subscriptions.clear();
    this.#began_ns = process.hrtime.bigint();
    const { logins } = this.session;
    const logsIn = options.login !== undefined;
    if (logsIn) logins.sent();
    const client = await connect(options).catch((error) => {
      if (logsIn) logins.failed(error);
      const { code, message } = describe(error);
      const isSilent = code === 'refused' && nobodyThere.test(message);
      throw isSilent ? new RunError(code, `${message} (is the app running there?)`, 'app') : error;
    });
    this.#client = client;
    if (client.login_ms !== undefined) {
      logins.acknowledged(Math.max(1, Math.round(client.login_ms * 1000)));
      this.events.emit('histogram', 'pubsub.login_time', client.login_ms);
    }
    this.events.emit('counter', 'pubsub.connected', 1);
    // From the beginning: on DDP the snapshot itself comes as changes.
    client.onChange((change, at_ns) => {
      if (this.#witness !== undefined) this.#witness.take(change);
      if (this.#subscriber !== undefined) this.#round?.account.take(this.#subscriber, change, at_ns);
    });
    client.onDisconnect((reason) => {
      this.#isLost = true;
      this.events.emit('error', 'disconnected');
      const { message } = describe(new Error(reason));
      if (this.#subscriber !== undefined) this.#round?.account.disconnected(this.#subscriber, message);
    });
    client.onReconnect(() => {
      this.#isLost = false;
      this.events.emit('counter', 'pubsub.reconnected', 1);
      this.#witness?.reset();
      for (const subscription of this.subscriptions.values()) this.#witness?.snapshot(subscription);
      this.#takeSnapshots();
    });
    return client;
  }

  /** What was written while the connection was lost comes with the snapshots of the new one: on DDP as changes. */
  #takeSnapshots(): void {
    if (this.#subscriber === undefined || this.#round === undefined) return;
    const { account } = this.#round;
    const back_ns = process.hrtime.bigint();
    account.reconnected(this.#subscriber, back_ns);
    const { view } = this.session.config;
    for (const subscription of this.subscriptions.values()) {
      for (const change of changesIn(subscription, view)) account.take(this.#subscriber, change, back_ns);
    }
  }

  async subscribe(name: string, params: unknown[], as: string): Promise<Subscription> {
    const client = await this.client();
    const began = performance.now();
    const subscription = await client.subscribe(name, ...params);
    // At once: the changes that follow have been held back for it.
    this.#witness?.snapshot(subscription);
    this.events.emit('counter', 'pubsub.subscribed', 1);
    this.events.emit('rate', 'pubsub.subscribe_rate');
    this.events.emit('histogram', 'pubsub.subscribe_time', performance.now() - began);
    this.subscriptions.set(as, subscription);
    return subscription;
  }

  /** Takes its place among the subscribers: all its snapshots are there. */
  async join(round: Round): Promise<void> {
    if (this.#round !== undefined) return;
    const client = await this.client();
    this.#round = round;
    const target = this.session.config.targets.subscribers.indexOf(this.connection.url);
    this.#subscriber = round.ready({ group: this.group, target, began_ns: this.#began_ns });
    if (this.#subscriber === undefined) return;
    round.extensions.add(client.negotiated.extensions);
    round.transports.add(client.negotiated.transport);
    if (this.#witness !== undefined) round.witnesses.set(this.#subscriber.row, this.#witness);
  }

  /** Waits for what the run still owes it, and closes its connection. */
  async end(): Promise<void> {
    try {
      if (this.#round?.measured) await this.#round.finished;
    } finally {
      if (this.#subscriber !== undefined) this.#round?.leave();
      await this.#client?.close();
    }
  }
}
