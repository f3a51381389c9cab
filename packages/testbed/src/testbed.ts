import { type Db, MongoClient } from 'mongodb';
import { ListPage } from './apps/list-page.ts';
import { type Browser, type OpenBrowser, openBrowser } from './chromium/index.ts';
import { type Mongo, type MongoOptions, shareMongo, startMongo } from './mongo/index.ts';
import { abortable } from './process/index.ts';
import { openRelay, type Relay, type RelayOptions } from './relay/index.ts';
import { Scope } from './scope.ts';
import type { Build, RunningApp, StartOptions } from './stacks/index.ts';

export interface TestbedOptions {
  /** When it is aborted, nothing more is started. */
  signal?: AbortSignal;
  /** Long work says what it does. */
  log?: (line: string) => void;
  /** Default: MONGO_URL's, or one with temporary data. `isShared`: all processes that name its `dataDir` have the same. */
  mongo?: MongoOptions & { isShared?: boolean };
  /** Names of its databases begin so. */
  name?: string;
  /** Every app is started with this. */
  env?: Record<string, string>;
}

export interface AppOptions extends Partial<Omit<StartOptions, 'database' | 'mongo' | 'signal'>> {
  /** Default: an empty one of its own. */
  database?: Db;
  /** Fills the database before the app starts. */
  seed?: (db: Db) => Promise<unknown>;
  /** As the app reaches MongoDB, where something lies between. */
  mongo?: { readonly url: string };
}

/** An app, and its database as another service would write into it: its writes wait for the majority. */
export interface App extends RunningApp {
  readonly db: Db;
}

/**
 * Finds or starts MongoDB, and gives apps on databases of it, and a browser. When it is closed, all that it started has
 * ended; so it has when this process ends, however that happens.
 *
 * @throws one line that says what is wrong with MongoDB, and what to do
 */
export async function openTestbed(options: TestbedOptions = {}): Promise<Testbed> {
  const { signal, log, mongo: wanted = {}, env = {} } = options;
  const { name = `testbed-${process.pid}-${Date.now().toString(36)}` } = options;
  const mongo = await started({ ...(log ? { log } : {}), ...wanted }, signal);
  return new Testbed({ mongo, name, env }, signal);
}

/** What a testbed gives to those within it. */
interface Given {
  mongo: Mongo;
  name: string;
  env: Record<string, string>;
}

let databases = 0;

/** MongoDB, and what is started on it: apps, databases, pages, relays. All of that ends when the testbed is closed. */
export class Testbed extends Scope {
  readonly mongo: Mongo;
  /** Its writes wait for the majority. */
  readonly client: MongoClient;
  readonly #given: Given;
  /** Its browser is the one of those within it, too. */
  readonly #outer: Testbed | undefined;
  #open: OpenBrowser | undefined;

  /** @param outer owns this one; what has another MongoDB than that owns its own */
  constructor(given: Given, signal?: AbortSignal, outer?: Testbed) {
    super(signal);
    const { mongo } = given;
    this.mongo = mongo;
    this.#given = given;
    this.#outer = outer;
    if (mongo === outer?.mongo) {
      this.client = outer.client;
      return;
    }
    this.client = new MongoClient(mongo.url, { writeConcern: { w: 'majority' } });
    void this.own(
      async () => mongo,
      () => mongo.stop(),
    );
    void this.own(
      async () => this.client,
      () => this.client.close(),
    );
  }

  /** A testbed that may be closed earlier, on the same MongoDB and with the same browser. */
  within(signal?: AbortSignal): Testbed {
    return this.adopt(new Testbed(this.#given, joined(this.signal, signal), this));
  }

  /** The same with a MongoDB of its own, which may be killed: never the one of MONGO_URL. */
  async withOwnMongo(options: Omit<MongoOptions, 'url'> = {}): Promise<Testbed> {
    const mongo = await started({ ...options, url: '' }, this.signal);
    return this.adopt(new Testbed({ ...this.#given, mongo }, this.signal, this));
  }

  /** @param name of one that stays. Default: an empty database, which is dropped */
  database(name?: string): Db {
    if (name !== undefined) return this.client.db(name);
    databases += 1;
    const db = this.client.db(`${this.#given.name}-${databases}`);
    void this.own(
      async () => db,
      // A MongoDB that is gone has nothing to drop, and that must not hide what failed.
      () => db.dropDatabase({ timeoutMS: 5_000 }).catch(() => {}),
    );
    return db;
  }

  /**
   * Starts an app in production, or as the `develop` of its stack does, on an empty database of its own.
   * @throws as `Build.start` does
   */
  async start(build: Pick<Build, 'start'>, options: AppOptions = {}): Promise<App> {
    const { database: db = this.database(), seed, mongo = this.mongo, env, ...rest } = options;
    await seed?.(db);
    const app = await this.own(
      (signal) =>
        build.start({
          port: 0,
          ...rest,
          mongo,
          database: db.databaseName,
          env: { ...this.#given.env, ...env },
          signal,
        }),
      (started) => started.stop(),
    );
    return Object.assign(app, { db });
  }

  /** The one browser of the testbed, started at the first call, and again after a crash. @throws one line without any */
  async browser(): Promise<Browser> {
    if (this.#outer) return this.#outer.browser();
    if (!this.#open?.browser.isConnected()) {
      this.#open = await this.own(
        () => openBrowser({ signals: false }),
        ({ browser }) => browser.close(),
      );
    }
    return this.#open.browser;
  }

  /** A list's page, in a browser profile of its own. */
  page(url: string): Promise<ListPage> {
    return this.own(
      async () => ListPage.open(await this.browser(), url),
      (page) => page.close(),
    );
  }

  /** What leads connections to a target, and may be cut. */
  relay(target: Parameters<typeof openRelay>[0], options?: RelayOptions): Promise<Relay> {
    return this.own(
      () => openRelay(target, options),
      (relay) => relay.close(),
    );
  }

  /** Of Node, mongod, and the browser once it was started. */
  get versions(): Record<string, string> {
    if (this.#outer) return this.#outer.versions;
    return {
      node: process.versions.node,
      mongod: this.mongo.version,
      ...(this.#open ? { chromium: `${this.#open.version} (${this.#open.source})` } : {}),
    };
  }

  /** Of the processes that are its own, those that this process may not have started: mongod. */
  get roots(): number[] {
    return this.mongo.pid === undefined ? [] : [this.mongo.pid];
  }
}

/** A MongoDB; if it isn't waited for until it runs, it is stopped then. */
async function started(
  { isShared, ...options }: MongoOptions & { isShared?: boolean },
  signal = new AbortController().signal,
): Promise<Mongo> {
  const starting = isShared ? shareMongo(options) : startMongo({ ...options, signal });
  try {
    return await abortable(starting, signal);
  } catch (error) {
    starting.then(
      (mongo) => mongo.stop(),
      () => {},
    );
    throw error;
  }
}

function joined(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other ? AbortSignal.any([signal, other]) : signal;
}
