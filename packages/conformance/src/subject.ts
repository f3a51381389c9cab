import type { App, Testbed } from '@meteor-vs-mean/testbed';
import type { Mongo } from '@meteor-vs-mean/testbed/mongo';
import { host } from '@meteor-vs-mean/testbed/process';
import type { Relay } from '@meteor-vs-mean/testbed/relay';
import { type Build, type StackName, stackNamed } from '@meteor-vs-mean/testbed/stacks';
import type { Collection, Db } from 'mongodb';
import type { Account } from './accounts/account.ts';
import type { Accounts, Session } from './accounts/accounts.ts';
import { DdpAccounts } from './accounts/ddp-accounts.ts';
import { HttpAccounts } from './accounts/http-accounts.ts';
import type { Environment } from './environment.ts';
import { openPeer, type PeerOptions } from './open-peer.ts';
import type { Peer } from './peer.ts';
import type { Document, Fields } from './wire.ts';
import { Writers } from './writers.ts';

export const collections = ['lists', 'todos', 'rooms', 'messages', 'presence', 'users'] as const;
export type CollectionName = (typeof collections)[number];

let idsMade = 0;

/** By stack: one build serves every subject. A failed build fails all their cases, without a retry. */
const builds = new Map<StackName, Promise<Build>>();

/** After so many consecutive failed starts an app is not started again, and the remaining cases fail at once. */
const mostFailedStarts = 3;

/** All cases come from one address, and together make more accounts and mistakes than one address may. */
const roomy = {
  LOGINS_PER_ADDRESS: '1000000',
  SIGN_UPS_PER_ADDRESS: '1000000',
  CALLS_PER_ADDRESS: '1000000',
  SUBSCRIPTIONS_PER_ADDRESS: '1000000',
  CONNECTIONS_PER_ADDRESS: '1000000',
};

/** An app under test, with its database and clients. */
export class Subject {
  readonly environment: Environment;
  readonly database: string;
  readonly #outer: () => Testbed;
  /** What ends with the last case. */
  #testbed: Testbed | undefined;
  /** What ends with the case. */
  #case: Testbed | undefined;
  #build: Build | undefined;
  #app: App | undefined;
  #failedStarts = 0;
  #peers: Peer[] = [];
  /** What no app may print: passwords, their digests, and tokens. */
  readonly #secrets = new Set<string>();
  #printed: string[] = [];

  /** @param testbed once it is open */
  constructor(environment: Environment, testbed: () => Testbed, database: string) {
    this.environment = environment;
    this.#outer = testbed;
    this.database = database;
  }

  /**
   * Before a case: empties the database, and makes sure that the app answers. It restarts what an earlier case left
   * down, so that no case fails because of another.
   * @throws if mongod or the app can't be started
   */
  async prepare(): Promise<void> {
    this.#build ??= await buildOf(this.environment.stack);
    await this.db.command({ ping: 1 }, { signal: AbortSignal.timeout(5_000) }).catch((error) => {
      if (!this.ownsMongo) throw error;
      return this.mongo.restart();
    });
    if (!(await this.#answers())) {
      await this.#app?.kill();
      await this.start(this.#app?.port);
    }
    await Promise.all(collections.map((name) => this.collection(name).deleteMany({})));
  }

  async #answers(): Promise<boolean> {
    if (this.#app === undefined) return false;
    return fetch(this.#app.url, { signal: AbortSignal.timeout(10_000) }).then(
      async ({ body }) => {
        await body?.cancel();
        return true;
      },
      () => false,
    );
  }

  /**
   * @param port 0: any free port
   * @param env besides its usual variables
   */
  async start(port = 0, env: Record<string, string> = {}): Promise<void> {
    if (this.#failedStarts === mostFailedStarts) {
      throw new Error(
        `${this.build.stack} failed to start ${mostFailedStarts} times in a row, so it is not started again`,
      );
    }
    this.#failedStarts += 1;
    this.#app = await this.#start(this.#whole, { port, env: { ...roomy, ...env } });
    this.#failedStarts = 0;
  }

  #start(
    testbed: Testbed,
    { env, ...options }: { env: Record<string, string>; port?: number; mongo?: { readonly url: string } },
  ): Promise<App> {
    const { mode, guards } = this.environment;
    return testbed.start(this.build, {
      ...options,
      mode,
      database: this.db,
      env: { ...env, GUARDS: guards ?? 'on' },
      log: (line) => void this.#printed.push(line),
    });
  }

  /**
   * Starts another instance of the app on the same database. It is stopped at the end of the case.
   * @param env default: the environment of the app under test
   * @param mongo the same server, perhaps by another address
   */
  another(env: Record<string, string> = roomy, mongo?: { readonly url: string }): Promise<App> {
    return this.#start(this.testbed, { env, ...(mongo ? { mongo } : {}) });
  }

  /** The app's output in this case, line by line. */
  get printed(): readonly string[] {
    return this.#printed;
  }

  async stop(): Promise<void> {
    await this.#testbed?.close();
  }

  get mongo(): Mongo {
    return this.#whole.mongo;
  }

  /** What a case starts in it ends with the case. */
  get testbed(): Testbed {
    this.#case ??= this.#whole.within();
    return this.#case;
  }

  get #whole(): Testbed {
    this.#testbed ??= this.#outer().within();
    return this.#testbed;
  }

  /** Whether the tests started mongod. A server given in MONGO_URL is the user's, and is never stopped or killed. */
  get ownsMongo(): boolean {
    return this.mongo.source !== 'MONGO_URL';
  }

  get build(): Build {
    if (this.#build === undefined) throw new Error('the app under test has not been built');
    return this.#build;
  }

  get app(): App {
    if (this.#app === undefined) throw new Error('the app under test has not been started');
    return this.#app;
  }

  /** Straight in MongoDB, like another service; writes wait for the majority. */
  get db(): Db {
    return this.#whole.database(this.database);
  }

  collection(name: CollectionName): Collection<Document> {
    return this.db.collection<Document>(name);
  }

  /** The stored documents. */
  stored(name: CollectionName, filter: Record<string, unknown> = {}): Promise<Document[]> {
    return this.collection(name).find(filter).toArray();
  }

  /**
   * Inserts this many documents into MongoDB, a millisecond apart: `full-0`, `full-1` and so on.
   * @param rest the other fields, or a function of the document's number
   */
  async fill(name: CollectionName, count: number, rest: Fields | ((n: number) => Fields)): Promise<void> {
    const documents = Array.from({ length: count }, (_, n) => ({
      _id: `full-${n}`,
      createdAt: new Date(1_700_000_000_000 + n),
      ...(typeof rest === 'function' ? rest(n) : rest),
    }));
    await this.collection(name).insertMany(documents);
  }

  /** A new client, a guest unless it presents a token. It is closed at the end of the case. */
  async peer(options: Partial<PeerOptions> = {}): Promise<Peer> {
    const { transport } = this.environment;
    const peer = await openPeer({ url: this.app.url, transport, reconnect: false, ...options });
    this.#peers.push(peer);
    return peer;
  }

  /** @param address local address to connect from; default: any */
  accounts({ url = this.app.url, address }: { url?: string; address?: string } = {}): Accounts {
    const { transport } = this.environment;
    // A text shorter than a password could also come from elsewhere.
    const keepSecret = (secret: string) => {
      if (secret?.length >= 8) this.#secrets.add(secret);
    };
    const options = { url, transport, keepSecret, ...(address ? { address } : {}) };
    return transport === 'socketio' ? new HttpAccounts(options) : new DdpAccounts(options);
  }

  /** A new account, made through the app, and its first session. */
  async account(name = this.id('ada')): Promise<Account> {
    const password = `open sesame ${name}`;
    const session = await this.accounts().signUp(name, password);
    return this.#as(session, password);
  }

  /** Another session of an account. */
  async again({ username, password }: Pick<Account, 'username' | 'password'>): Promise<Account> {
    return this.#as(await this.accounts().logIn(username, password), password);
  }

  #as(session: Session, password: string): Account {
    const peer: Account['peer'] = (options) => this.peer({ ...options, token: session.token });
    const writers = () => new Writers(peer);
    return {
      ...session,
      password,
      peer,
      writers,
      list: async () => {
        const _id = this.id('list');
        await writers().call('lists.insert', { _id, name: `List ${_id}`, private: true });
        return _id;
      },
    };
  }

  writers(): Writers {
    return new Writers(() => this.peer());
  }

  /** A way to the app, or to another, that can be cut. It is closed at the end of the case. */
  relay({ port }: { port: number } = this.app): Promise<Relay> {
    return this.testbed.relay({ host, port });
  }

  /** An unused id. */
  id(prefix: string): string {
    idsMade += 1;
    return `${prefix}-${idsMade}`;
  }

  /** Inserts a list through the app. @returns its id */
  async list(): Promise<string> {
    const _id = this.id('list');
    await this.writers().call('lists.insert', { _id, name: `List ${_id}` });
    return _id;
  }

  /** Inserts a room through the app. @returns its id */
  async room(): Promise<string> {
    const _id = this.id('room');
    await this.writers().call('rooms.insert', { _id, name: `Room ${_id}` });
    return _id;
  }

  /**
   * After a case: closes what it opened.
   * @returns inconsistent changes in its views, and secrets in the app's output
   */
  async settle(): Promise<string[]> {
    const peers = this.#peers.splice(0);
    await Promise.all(peers.map((peer) => peer.client.close()));
    await this.#case?.close();
    this.#case = undefined;
    const secrets = [...this.#secrets];
    const leaks = this.#printed.splice(0).filter((line) => secrets.some((secret) => line.includes(secret)));
    return [
      ...peers.flatMap((peer) => peer.views.flatMap((view) => view.violations)),
      ...leaks.map((line) => `the app printed a password or a token: ${line}`),
    ];
  }
}

function buildOf(stack: StackName): Promise<Build> {
  const build = builds.get(stack) ?? stackNamed(stack).build({ log: () => {} });
  builds.set(stack, build);
  return build;
}
