import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CollectionName,
  collectionNames,
  type DocumentOf,
  indexes,
  type User,
  userIndexes,
} from '@meteor-vs-mean/contract';
import { type Collection, type Db, MongoClient } from 'mongodb';

export type Collections = { [Name in CollectionName]: Collection<DocumentOf<Name>> };

export interface Database {
  client: MongoClient;
  db: Db;
  collections: Collections;
  /** Accounts, which no publication covers. */
  users: Collection<User>;
  /** Whether MongoDB answers within a second. */
  isAnswering(): Promise<boolean>;
  /** Creates the contract's indexes, and checks that MongoDB is reachable and usable. */
  prepare(): Promise<{ version: string }>;
}

/** How long MongoDB may take to answer a ping. */
const answer_ms = 1000;

/** Connects on first use. The caller closes `client`. */
export function openDatabase(url: string): Database {
  const client = new MongoClient(url, {
    appName: 'mean-server',
    // The driver would let this override the address.
    ...(/[?&]w=/.test(url) ? {} : { writeConcern: { w: 'majority' } }),
    // Callers shouldn't wait the driver's 30 s for a failure.
    serverSelectionTimeoutMS: 5000,
    connectTimeoutMS: 5000,
  });
  const db = client.db();
  let ping: Promise<boolean> | undefined;
  const collections = Object.fromEntries(
    collectionNames.map((name) => [name, db.collection(name)]),
  ) as unknown as Collections;

  return {
    client,
    db,
    collections,
    users: db.collection<User>('users'),
    isAnswering() {
      // Concurrent callers share one ping.
      ping ??= db
        .command({ ping: 1 }, { timeoutMS: answer_ms })
        .then(
          () => true,
          () => false,
        )
        .finally(() => {
          ping = undefined;
        });
      // With a stopped mongod (SIGSTOP) the driver's own timeout isn't enough.
      return Promise.race([ping, sleep(answer_ms, false, { ref: false })]);
    },
    async prepare() {
      const { setName } = await db.command({ hello: 1 });
      if (!setName) {
        throw new Error(
          'MONGO_URL is a MongoDB without a replica set, which has no change streams: start mongod with --replSet rs0, then run rs.initiate() in mongosh',
        );
      }
      for (const [name, wanted] of Object.entries({ ...indexes, users: userIndexes })) {
        await db
          .collection(name)
          .createIndexes(wanted.map(({ keys, ...options }) => ({ key: keys, ...options })));
      }
      const { version } = await db.command({ buildInfo: 1 });
      return { version };
    },
  };
}
