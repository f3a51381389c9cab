import { type Mongo, urlOf } from '@meteor-vs-mean/mongo';
import type { Build, RunningApp } from '@meteor-vs-mean/stacks';
import { type Collection, type Db, MongoClient } from 'mongodb';
import { Cutter } from './cutter.ts';
import type { Environment } from './environment.ts';
import { openPeer, type Peer } from './peer.ts';
import type { Document } from './wire.ts';
import { Writers } from './writers.ts';

export const collections = ['lists', 'todos', 'rooms', 'messages', 'presence'] as const;
export type CollectionName = (typeof collections)[number];

let idsMade = 0;

/** An app under test, with its database and everyone connected to it. */
export class Subject {
  readonly environment: Environment;
  readonly build: Build;
  readonly mongo: Mongo;
  readonly database: string;
  #app: RunningApp | undefined;
  #mongoClient: MongoClient | undefined;
  #peers: Peer[] = [];
  #cutters: Cutter[] = [];

  constructor(environment: Environment, build: Build, mongo: Mongo, database: string) {
    this.environment = environment;
    this.build = build;
    this.mongo = mongo;
    this.database = database;
  }

  /**
   * @param port 0: a free one
   * @param build another than its own, to stand in its place
   */
  async start(port = 0, build = this.build): Promise<void> {
    const { mongo, database, environment } = this;
    this.#mongoClient ??= await MongoClient.connect(urlOf(mongo, database), {
      writeConcern: { w: 'majority' },
    });
    this.#app = await build.start({ mode: environment.mode, port, mongo, database });
  }

  /** Drops the database, too. */
  async stop(): Promise<void> {
    await this.#app?.stop();
    await this.db.dropDatabase();
    await this.#mongoClient?.close();
  }

  get app(): RunningApp {
    if (this.#app === undefined) throw new Error('the app under test has not been started');
    return this.#app;
  }

  /** Straight into MongoDB, as another service would; writes wait for the majority. */
  get db(): Db {
    if (this.#mongoClient === undefined) throw new Error('the app under test has not been started');
    return this.#mongoClient.db();
  }

  collection(name: CollectionName): Collection<Document> {
    return this.db.collection<Document>(name);
  }

  /** What the database holds. */
  stored(name: CollectionName, filter: Record<string, unknown> = {}): Promise<Document[]> {
    return this.collection(name).find(filter).toArray();
  }

  /** A new client. It is closed at the end of the case. */
  async peer({ url = this.app.url, reconnect = false } = {}): Promise<Peer> {
    const peer = await openPeer(url, this.environment.transport, reconnect);
    this.#peers.push(peer);
    return peer;
  }

  writers(): Writers {
    return new Writers(() => this.peer());
  }

  /** A way to the app that can be cut. */
  async cutter(): Promise<Cutter> {
    const cutter = await Cutter.start(this.app.port);
    this.#cutters.push(cutter);
    return cutter;
  }

  /** An id that nobody has. */
  id(prefix: string): string {
    idsMade += 1;
    return `${prefix}-${idsMade}`;
  }

  /** A list, made through the app. @returns its id */
  async list(): Promise<string> {
    const _id = this.id('list');
    await this.writers().call('lists.insert', { _id, name: `List ${_id}` });
    return _id;
  }

  /** A room, made through the app. @returns its id */
  async room(): Promise<string> {
    const _id = this.id('room');
    await this.writers().call('rooms.insert', { _id, name: `Room ${_id}` });
    return _id;
  }

  /** Before a case: an empty database, and nobody connected. */
  async clean(): Promise<void> {
    await Promise.all(collections.map((name) => this.collection(name).deleteMany({})));
  }

  /**
   * After a case: closes what it opened.
   * @returns what its views were told that makes no sense
   */
  async settle(): Promise<string[]> {
    const peers = this.#peers.splice(0);
    await Promise.all(peers.map((peer) => peer.client.close()));
    await Promise.all(this.#cutters.splice(0).map((cutter) => cutter.stop()));
    return peers.flatMap((peer) => peer.views.flatMap((view) => view.violations));
  }
}
