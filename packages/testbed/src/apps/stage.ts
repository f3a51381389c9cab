import { type Db, MongoClient } from 'mongodb';
import { type Browser, openBrowser } from '../chromium/index.ts';
import { type Mongo, startMongo, urlOf } from '../mongo/index.ts';
import type { Build, RunningApp, StartOptions } from '../stacks/index.ts';
import { addressesOf } from './addresses.ts';
import { ListPage } from './list-page.ts';
import { assertNeutral } from './mongo-address.ts';

/** What a run gives to all that it starts. */
interface Run {
  /** Of the run; databases are named after it. */
  readonly id: string;
  readonly progress: { step(line: string): void; say(line: string): void };
  /** Stops each part at the end, the last one first. */
  readonly cleanUp: AsyncDisposableStack;
}

/** What a round is opened with. */
interface Scene {
  size: 'toy' | 'quick' | 'full';
  seed: number;
  /** Aborted when the round is over. */
  signal: AbortSignal;
}

/** What all rounds of a run share. */
export interface Shared {
  mongo: Mongo;
  /** Null where the experiment needs none. */
  browser: Browser | null;
  /** Of both, and of the Node that measures. */
  versions: Record<string, string>;
  /** @returns a name that no database has had */
  nameDatabase(): string;
}

/**
 * Starts what all rounds share.
 * @param needsBrowser whether pages take part
 * @throws one line if there is no browser, or no MongoDB, or `assertNeutral` refuses its address
 */
export async function openShared({ id, progress, cleanUp }: Run, needsBrowser: boolean): Promise<Shared> {
  const opened = needsBrowser ? await openBrowser({ signals: false }) : undefined;
  cleanUp.defer(async () => opened?.browser.close());
  progress.step('Starting MongoDB');
  const mongo = await startMongo({ log: (line) => progress.say(line) });
  cleanUp.defer(() => mongo.stop());
  progress.say(mongo.description);
  assertNeutral(mongo.url);
  let databases = 0;
  return {
    mongo,
    browser: opened?.browser ?? null,
    versions: {
      node: process.versions.node,
      mongod: mongo.version,
      ...(opened ? { chromium: `${opened.version} (${opened.source})` } : {}),
    },
    nameDatabase: () => `${id}-${++databases}`,
  };
}

/** Where one round starts apps, databases and pages. When it is disposed of, all of them have ended, the last one first. */
export class AppStage implements AsyncDisposable {
  readonly size: Scene['size'];
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly mongo: Mongo;
  /** A mongod that was there before works for the round: others don't. */
  readonly roots: readonly number[];
  readonly #shared: Shared;
  readonly #ends = new AsyncDisposableStack();

  constructor({ size, seed, signal }: Scene, shared: Shared) {
    this.size = size;
    this.seed = seed;
    this.signal = signal;
    this.mongo = shared.mongo;
    this.roots = shared.mongo.pid === undefined ? [] : [shared.mongo.pid];
    this.#shared = shared;
  }

  /**
   * Starts something that ends with the round, also if the round is over before it has started.
   * @throws if the round is over
   */
  own<Thing>(start: () => Promise<Thing>, end: (thing: Thing) => Promise<unknown>): Promise<Thing> {
    this.signal.throwIfAborted();
    if (this.#ends.disposed) throw new Error('The round is over');
    const starting = start();
    this.#ends.defer(async () => {
      await starting.then(end, () => {});
    });
    return starting;
  }

  /**
   * A database of its own, whose writes wait for the majority.
   * @param mongo where it is, if not in the MongoDB of the run
   */
  async database(mongo: Pick<Mongo, 'url'> = this.mongo): Promise<Db> {
    const url = urlOf(mongo, this.#shared.nameDatabase());
    const client = await this.own(
      () => MongoClient.connect(url, { writeConcern: { w: 'majority' } }),
      (connected) => connected.close(),
    );
    // A MongoDB that is gone has nothing to drop, and that must not hide why the round failed.
    return this.own(
      async () => client.db(),
      (db) => db.dropDatabase().catch(() => {}),
    );
  }

  /** @param options `mongo`: as the app reaches it, if something lies between */
  start(
    build: Build,
    { databaseName: database }: Db,
    options: Partial<Omit<StartOptions, 'port' | 'database'>> = {},
  ): Promise<RunningApp> {
    const env = { ...addressesOf(false).env, ...options.env };
    return this.own(
      () => build.start({ mongo: this.mongo, ...options, env, port: 0, database }),
      (app) => app.stop(),
    );
  }

  /** The one browser of the run. */
  get browser(): Browser {
    const { browser } = this.#shared;
    if (!browser) throw new Error('This experiment was opened without a browser');
    return browser;
  }

  page(url: string): Promise<ListPage> {
    return this.own(
      () => ListPage.open(this.browser, url),
      (page) => page.close(),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#ends.disposeAsync();
  }
}
