import {
  type Client,
  type ConnectOptions,
  connect,
  PubSubError,
  type Reconnection,
  type Subscription,
} from '@meteor-vs-mean/pubsub-client';
import type { Subscriber } from '../account/account.ts';
import type { CallAccount } from '../account/call-account.ts';
import { changesIn, makeWitness, type Witness } from '../account/witness.ts';
import { describe, Refusal } from '../failures/error.ts';
import { withRemedy } from '../failures/remedy.ts';
import { HttpClient } from '../http/client.ts';
import { Cookies } from '../http/cookies.ts';
import type { Follower } from '../journey/follower.ts';
import { Pace } from '../journey/pace.ts';
import type { Place } from '../run/place.ts';
import type { Round } from '../run/round.ts';
import type { Session } from '../run/session.ts';
import type { Context, Events } from '../script/artillery.ts';
import { groupCount } from '../script/config.ts';
import { assertSet } from '../script/template.ts';
import { Received } from './received.ts';
import { Snapshot } from './snapshot.ts';

/** One virtual user: its variables, its connection, its subscriptions, and its place in the round. */
export class VirtualUser {
  readonly context: Context;
  readonly session: Session;
  /** The options of a connection to its instance of the app. */
  readonly connection: ConnectOptions;
  readonly subscriptions = new Map<string, Subscription>();
  /** The group whose writes it is owed. */
  readonly group: number;
  /** Those of its HTTP steps, which the handshake of a later connection carries. */
  readonly cookies = new Cookies();
  /** When its steps are due; undefined outside a journey. */
  readonly pace: Pace | undefined;
  /** Whether its connection is lost by a step of its own. */
  isAway = false;
  readonly #place: Place;
  #client: Client | undefined;
  #hasReached = false;
  /** When its connection was begun. */
  #began_ns = 0n;
  #witness: Witness | undefined;
  #subscriber: Subscriber | undefined;
  #round: Round | undefined;
  #received: Received | undefined;
  #http: HttpClient | undefined;
  /** What it follows in a journey. */
  #follower: Follower | undefined;
  #isSubscribing = false;
  /** Why its connection is lost; undefined: it isn't. */
  #lost: string | undefined;

  constructor(session: Session, context: Context, place: Place = session.nextPlace()) {
    this.session = session;
    this.context = context;
    this.#place = place;
    const { number } = place;
    this.connection = place.connection;
    const groups = groupCount(session.config);
    // Those past the last group, which arrive when more come than were announced, begin again.
    this.group = Math.floor((number ?? 0) / (session.config.groupSize ?? Infinity)) % groups;
    context.vars.$vu = place.id;
    context.vars.$groups = groups;
    context.vars.$group = this.group;
    if (number !== undefined) context.vars.$vuNumber = number;
    if (session.needs.journey) this.pace = new Pace();
    if (place.isWitness) this.#witness = makeWitness(session.config.connect.transport, session.config.view);
  }

  /** Unique on this machine. */
  get id(): string {
    return this.#place.id;
  }

  get events(): Events {
    return this.session.events;
  }

  /** The account of its calls. */
  get calls(): CallAccount {
    return this.session.calls;
  }

  /**
   * Fills in Artillery's variables and functions.
   * @param more additional variables
   * @throws RunError for a variable that isn't set
   */
  template(value: unknown, more?: Readonly<Record<string, unknown>>): unknown {
    const context = more ? { ...this.context, vars: { ...this.context.vars, ...more } } : this.context;
    assertSet(value, context);
    return this.session.helpers.template(value, context);
  }

  /** Whether it has been counted as ready. */
  get joined(): boolean {
    return this.#round !== undefined;
  }

  /** Its connection, if it has one. */
  get currentClient(): Client | undefined {
    return this.#client;
  }

  /** Whether an error only shows that the connection is lost, which counts when it happens. */
  hasCounted(error: unknown): boolean {
    const cause = error instanceof Refusal ? error.cause : error;
    return (
      this.#lost !== undefined &&
      cause instanceof PubSubError &&
      !cause.isAnswer &&
      cause.code !== 'unrecognised'
    );
  }

  /** How long it waits for an answer, where a step says nothing else. */
  get timeout_ms(): number {
    return this.connection.timeout_ms ?? 20_000;
  }

  /**
   * Runs a step under its name. In a journey its time counts from when it was due.
   * @param run resolves with the milliseconds to report, or with nothing for its own duration
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most steps have nothing to return
  async time(name: string, run: () => Promise<number | void>): Promise<void> {
    await this.session.steps.time(name, async () => {
      const late_ms = this.pace?.late_ms() ?? 0;
      const began_ms = performance.now();
      return late_ms + ((await run()) ?? performance.now() - began_ms);
    });
  }

  /** Its connection, made at the first need; or the same connection in another namespace. */
  async client(namespace?: string): Promise<Client> {
    const client = this.#client ?? (await this.connect(this.ownConnection()));
    return namespace === undefined ? client : client.of(namespace);
  }

  /** Connects a namespace, which sends nothing before. @returns the name that its changes have: '' for the main one */
  async listenTo(name: string): Promise<string> {
    const client = await this.client(name);
    await client.ready();
    return client === this.#client ? '' : client.namespace;
  }

  /** The app answered it, by a connection or by HTTP. */
  reached(): void {
    if (!this.#hasReached) this.session.users.connected++;
    this.#hasReached = true;
  }

  /** How it connects at the first need. */
  ownConnection(): ConnectOptions {
    return this.connection;
  }

  /** How it connects once more: from another address, where connections are spread over many. */
  nextConnection(): ConnectOptions {
    return { ...this.connection, ...this.session.nextAddress() };
  }

  /**
   * Connects, instead of an earlier connection.
   * @param name of the step that the time is reported under
   */
  async connect(options: ConnectOptions, name = 'connect'): Promise<Client> {
    this.#follower?.endAll();
    await this.#client?.close();
    this.#client = undefined;
    this.#lost = undefined;
    this.subscriptions.clear();
    this.#began_ns = process.hrtime.bigint();
    let client: Client | undefined;
    await this.time(name, async () => {
      const headers = this.cookies.into(options.headers, options.url);
      client = await this.open({ ...options, ...(Object.keys(headers).length > 0 ? { headers } : {}) });
    });
    this.#client = client as unknown as Client;
    this.#listen(this.#client);
    return this.#client;
  }

  /** Makes the connection, and counts it. */
  protected async open(options: ConnectOptions): Promise<Client> {
    const { logins } = this.session;
    const logsIn = options.login !== undefined;
    if (logsIn) logins.sent();
    const client = await connect(options).catch((error) => {
      if (logsIn) logins.failed(error);
      throw withRemedy(error);
    });
    if (client.login_ms !== undefined) {
      logins.acknowledged(Math.max(1, Math.round(client.login_ms * 1000)));
      this.events.emit('histogram', 'pubsub.login_time', client.login_ms);
    }
    this.events.emit('counter', 'pubsub.connected', 1);
    this.reached();
    return client;
  }

  #listen(client: Client): void {
    if (this.#place.keepsEvents) this.#received ??= new Received(true);
    if (this.#received !== undefined) this.#receive(client, this.#received);
    // From the beginning: on DDP the snapshot itself comes as changes.
    client.onChange((change, at_ns) => {
      if (this.#witness !== undefined) this.#witness.take(change);
      if (this.#follower?.take(change, at_ns, this.#isSubscribing)) return;
      if (this.#subscriber !== undefined) this.#round?.account.take(this.#subscriber, change, at_ns);
      else if (!this.#isSubscribing) this.session.pushes.take(change, at_ns);
    });
    client.onDisconnect((reason) => {
      const { message } = describe(new Error(reason));
      this.#lost = message;
      this.#follower?.lose();
      if (this.isAway) return;
      this.events.emit('error', 'disconnected');
      if (this.#subscriber !== undefined) this.#round?.account.disconnected(this.#subscriber, message);
      if (!this.connection.reconnect)
        this.#received?.fail('disconnected', `the connection was lost (${message})`);
    });
    client.onReconnect(({ failures }) => {
      this.#lost = undefined;
      if (this.#follower !== undefined) this.#resume(this.#follower, failures);
      this.events.emit('counter', 'pubsub.reconnected', 1);
      this.#witness?.reset();
      for (const subscription of this.subscriptions.values()) this.#witness?.snapshot(subscription);
      this.#takeSnapshots();
    });
  }

  /** Forgets what came before a call: it is no answer to it. */
  forgetEvents(): void {
    this.#received?.clear();
  }

  /** What comes to it from now on, and with a `wait` in its flow from its connection on. */
  received(): Received {
    if (this.#received === undefined) {
      this.#received = new Received(this.#place.keepsEvents);
      if (this.#client !== undefined) this.#receive(this.#client, this.#received);
    }
    return this.#received;
  }

  #receive(client: Client, received: Received): void {
    received.clear();
    client.onChange((change, at_ns) => received.take(change, at_ns));
  }

  /** Those that the app refuses after a loss of the connection are gone. */
  #resume(follower: Follower, failures: Reconnection['failures']): void {
    for (const { name, error } of failures) {
      for (const [as, one] of this.subscriptions) if (one.name === name) this.subscriptions.delete(as);
      if (!this.isAway) this.session.fail(new Refusal(`subscribe ${name}`, error), true);
    }
    follower.resume(this.subscriptions);
  }

  /** For its HTTP steps. */
  http(): HttpClient {
    this.#http ??= new HttpClient(this.connection);
    return this.#http;
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

  /**
   * @param audience that the subscription shows, in a journey
   * @returns what the snapshot brought: on DDP its documents by collection, else the app's answer
   */
  async subscribe(
    name: string,
    params: unknown[],
    { as, namespace, audience }: { as: string; namespace: string | undefined; audience: string | undefined },
  ): Promise<unknown> {
    const client = await this.client(namespace);
    if (audience !== undefined) {
      this.#follower ??= this.session.journey?.follower(this.id, client.transport);
      this.#follower?.begin(as, audience);
    }
    const began = performance.now();
    const began_ns = process.hrtime.bigint();
    const isDdp = client.transport !== 'socketio';
    const snapshot = new Snapshot();
    const stopListening = isDdp ? client.onChange((change) => snapshot.take(change)) : () => {};
    this.#isSubscribing = true;
    let subscription: Subscription;
    try {
      subscription = await client.subscribe(name, ...params);
    } catch (error) {
      this.#follower?.abandon(as);
      throw error;
    } finally {
      this.#isSubscribing = false;
      stopListening();
    }
    this.session.sayAnswers(client.answers);
    // At once: the changes that follow have been held back for it.
    this.#witness?.snapshot(subscription);
    if (isDdp) this.#received?.dropSnapshot(began_ns);
    this.events.emit('counter', 'pubsub.subscribed', 1);
    this.events.emit('rate', 'pubsub.subscribe_rate');
    this.events.emit('histogram', 'pubsub.subscribe_time', performance.now() - began);
    this.subscriptions.set(as, subscription);
    this.#follower?.follow(as, subscription);
    return isDdp ? snapshot.documents() : subscription.snapshot;
  }

  /** Takes its place among the subscribers: all its snapshots are there. */
  async join(round: Round): Promise<void> {
    if (this.#round !== undefined) return;
    const client = await this.client();
    if (this.#lost !== undefined && !this.connection.reconnect)
      throw new PubSubError('disconnected', this.#lost);
    this.#round = round;
    const target = this.session.config.targets.subscribers.indexOf(this.connection.url);
    this.#subscriber = round.ready({ group: this.group, target, began_ns: this.#began_ns });
    if (this.#subscriber === undefined) return;
    round.receiver.extensions.add(client.negotiated.extensions);
    round.receiver.transports.add(client.negotiated.transport);
    if (this.#witness !== undefined) round.receiver.witnesses.set(this.#subscriber.row, this.#witness);
  }

  /** Ends one of its subscriptions. */
  async unsubscribe(as: string, subscription: Subscription): Promise<void> {
    this.subscriptions.delete(as);
    this.#follower?.end(as);
    // On DDP its documents are taken away, which is no news of theirs.
    this.#isSubscribing = true;
    try {
      await subscription.stop();
    } finally {
      this.#isSubscribing = false;
    }
  }

  /** Waits for what the run still owes it, and closes its connection. */
  async end(): Promise<void> {
    this.#follower?.leave();
    try {
      if (this.#round?.measured) await this.#round.finished;
    } finally {
      if (this.#subscriber !== undefined) this.#round?.leave();
      this.endSteps();
      await this.#client?.close();
    }
  }

  /** Ends what its steps began, but not its connection. */
  endSteps(): void {
    this.#received?.fail('closed', 'the virtual user ended');
    this.#http?.close();
    this.session.pushes.report();
  }
}
