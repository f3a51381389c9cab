import type { Client } from '@meteor-vs-mean/pubsub-client';
import { RunError } from './error.ts';
import { compileMessage, type Write } from './message.ts';

/** Where writes go. */
export interface WriteTarget {
  /** Whether the write could be sent now: a lost connection sends nothing. */
  usable(writer: number): boolean;
  /** Sends at once; the promise is for the answer. */
  send(write: Write): Promise<unknown>;
  /** How the app's answers were read, where the script doesn't say it. */
  answers(): string[];
  close(): Promise<void>;
}

export interface AppWrites {
  call: string;
  /** Whether the app answers. */
  ack: boolean;
}

/**
 * Writers that call a method of the app, each over the connection that its steps made.
 * @param params what each sends, with the marks of each write
 */
export function writeToApp(
  { call, ack }: AppWrites,
  connections: ReadonlyMap<number, Client>,
  params: readonly unknown[][],
): WriteTarget {
  const clients = params.map((_, writer) => connections.get(writer) as Client);
  const fills = params.map((list) => list.map(compileMessage));
  const usable = clients.map(() => true);
  clients.forEach((client, writer) => {
    client.onDisconnect(() => {
      usable[writer] = false;
    });
    client.onReconnect(() => {
      usable[writer] = true;
    });
  });
  return {
    usable: (writer) => usable[writer] as boolean,
    send(write) {
      const client = clients[write.writer] as Client;
      const args = (fills[write.writer] ?? []).map((fill) => fill(write));
      if (ack) return client.call(call, ...args);
      client.send(call, ...args);
      return Promise.resolve();
    },
    answers: () => [...new Set(clients.flatMap(({ answers }) => [...answers]))],
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

export interface DatabaseWrites {
  /** With the name of the database in it. */
  url: string;
  collection: string;
  document: unknown;
  writers: number;
}

/**
 * A writer that the app doesn't know of: straight into MongoDB, as another service would, with `w: majority` unless
 * the address says something else.
 */
export async function connectToDatabase(options: DatabaseWrites): Promise<WriteTarget> {
  const { MongoClient } = await import('mongodb').catch(() => {
    throw new RunError('config', 'writer: database needs the package mongodb: npm install mongodb');
  });
  const client = new MongoClient(options.url, {
    ...(/[?&]w=/.test(options.url) ? {} : { writeConcern: { w: 'majority' } }),
    serverSelectionTimeoutMS: 10_000,
    minPoolSize: options.writers,
    ignoreUndefined: true,
  });
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    throw new RunError('database', `${options.url}: ${(error as Error).message}`);
  }
  const collection = client.db().collection<{ _id: string }>(options.collection);
  const documentOf = compileMessage(options.document);
  return {
    usable: () => true,
    answers: () => [],
    send: (write) => collection.insertOne(documentOf(write) as { _id: string }),
    close: () => client.close(),
  };
}
