import { type Db, MongoClient } from 'mongodb';
import { type Browser, type OpenBrowser, openBrowser } from './chromium/index.ts';
import { type Mongo, type MongoOptions, shareMongo, startMongo } from './mongo/index.ts';
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

/** MongoDB, and what is started on it: databases, apps, relays, a browser. All of it ends when the testbed is closed. */
export class Testbed extends Scope {
  readonly mongo: Mongo;
  /** Its writes wait for the majority. */
  readonly client: MongoClient;
  readonly #given: Given;
  /** Testbeds within it share its browser. */
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
    // A round whose only MongoDB has gone ends soon. Several elect a primary, which takes them 10 s or more.
    const serverSelectionTimeoutMS = mongo.url.includes(',') ? 30_000 : 5_000;
    this.client = new MongoClient(mongo.url, { writeConcern: { w: 'majority' }, serverSelectionTimeoutMS });
    this.defer(() => mongo.stop());
    this.defer(() => this.client.close());
  }

  /** A testbed that may be closed earlier, on the same MongoDB and with the same browser. */
  within(signal?: AbortSignal): Testbed {
    return this.adopt(new Testbed(this.#given, joined(this.signal, signal), this));
  }

  /** The same with a MongoDB of its own, which may be killed: never the one of MONGO_URL. */
  withOwnMongo(options: Omit<MongoOptions, 'url'> = {}): Promise<Testbed> {
    return this.own(
      async (signal) => {
        const mongo = await started({ ...options, url: '' }, signal);
        return new Testbed({ ...this.#given, mongo }, signal, this);
      },
      (inner) => inner.close(),
    );
  }

  /** @param name of one that stays. Default: an empty database, which is dropped */
  database(name?: string): Db {
    if (name !== undefined) return this.client.db(name);
    this.signal.throwIfAborted();
    databases += 1;
    const db = this.client.db(`${this.#given.name}-${databases}`);
    // A MongoDB that is gone has nothing to drop, and that must not hide what failed.
    this.defer(() => db.dropDatabase({ timeoutMS: 5_000 }).catch(() => {}));
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

/** A MongoDB that somebody stops. One whose start is aborted is stopped here. */
async function started(
  { isShared, ...options }: MongoOptions & { isShared?: boolean },
  signal: AbortSignal | undefined,
): Promise<Mongo> {
  const scope = new Scope(signal);
  try {
    return await scope.own(
      (signal) => (isShared ? shareMongo(options) : startMongo({ ...options, signal })),
      (mongo) => mongo.stop(),
    );
  } catch (error) {
    await scope.close();
    throw error;
  }
}

function joined(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other ? AbortSignal.any([signal, other]) : signal;
}
