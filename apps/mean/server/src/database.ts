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
  /** Accounts: nobody subscribes to these. */
  users: Collection<User>;
  /** Whether MongoDB answers within a second. */
  isAnswering(): Promise<boolean>;
  /** Makes the contract's indexes, and finds out whether MongoDB is there and can serve. */
  prepare(): Promise<{ version: string }>;
}

/** How long MongoDB may take to say that it is there. */
const answer_ms = 1000;

/** Connects on first use. The caller closes `client`. */
export function openDatabase(url: string): Database {
  const client = new MongoClient(url, {
    appName: 'mean-server',
    // The driver would let this win over what the address says.
    ...(/[?&]w=/.test(url) ? {} : { writeConcern: { w: 'majority' } }),
    // A caller shouldn't wait the driver's 30 s for an answer that says no.
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
      // All who ask meanwhile share one question.
      ping ??= db
        .command({ ping: 1 }, { timeoutMS: answer_ms })
        .then(
          () => true,
          () => false,
        )
        .finally(() => {
          ping = undefined;
        });
      // Of a mongod that stands still (SIGSTOP) the driver's own time alone didn't tell us.
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
