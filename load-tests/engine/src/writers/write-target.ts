import { type Client, PubSubError } from '@meteor-vs-mean/pubsub-client';
import type { TopologyDescription } from 'mongodb';
import type { Seen } from '../account/call-account.ts';
import { nameOfChange, type Sighting, Sightings } from '../account/sightings.ts';
import { describe, RunError } from '../failures/error.ts';
import { compileMessage, type Write } from './message.ts';
import type { LeftConnections } from './writer-connections.ts';

/** Where writes go. */
export interface WriteTarget {
  /** Whether the writer can send now: a lost connection sends nothing. */
  usable(writer: number): boolean;
  /** Sends at once. @returns the answer; rejects with a refusal, or with a PubSubError that says why there is no answer */
  send(write: Write): Promise<unknown>;
  /** How the app's answers were read, where the script doesn't say it. */
  answers(): string[];
  /** Lost connections of writers, and why the first was lost. */
  lost(): Seen | undefined;
  /** What came over the writers' connections, by its name. */
  came?(): Record<string, Sighting>;
  close(): Promise<void>;
}

export interface AppWrites {
  call: string;
  /** Whether the app answers. */
  ack: boolean;
}

/**
 * Writers that call a method of the app, each over the connection that its steps made.
 * @param params what each writer sends, with marks for each write
 */
export function writeToApp(
  { call, ack }: AppWrites,
  { clients: connections, lost: lostBefore }: LeftConnections,
  params: readonly unknown[][],
): WriteTarget {
  const clients = params.map((_, writer) => connections.get(writer) as Client);
  const fills = params.map((list) => list.map(compileMessage));
  const usable = clients.map(() => true);
  /** Lost connections of each writer, and why the newest was lost. */
  const losses = clients.map(() => ({ count: 0, newest: '' }));
  let lost: Seen | undefined;
  const came = new Sightings();
  const lose = (writer: number, told: string) => {
    const reason = describe(new Error(told)).message;
    usable[writer] = false;
    losses[writer] = { count: (losses[writer]?.count ?? 0) + 1, newest: reason };
    lost = { count: (lost?.count ?? 0) + 1, first: lost?.first ?? reason };
  };
  for (const [writer, reason] of lostBefore ?? []) lose(writer, reason);
  clients.forEach((client, writer) => {
    client.onChange((change) => came.take(nameOfChange(change), change.args));
    client.onDisconnect((told) => lose(writer, told));
    client.onReconnect(() => {
      usable[writer] = true;
    });
  });
  return {
    usable: (writer) => usable[writer] as boolean,
    async send(write) {
      const client = clients[write.writer] as Client;
      const args = (fills[write.writer] ?? []).map((fill) => fill(write));
      if (!ack) return client.send(call, ...args);
      const before = losses[write.writer]?.count;
      try {
        return await client.call(call, ...args);
      } catch (error) {
        // The lost connection is the cause, even if the client has another message.
        const { count, newest } = losses[write.writer] as { count: number; newest: string };
        if (count === before || (error as PubSubError).isAnswer) throw error;
        throw new PubSubError('disconnected', newest);
      }
    },
    answers: () => [...new Set(clients.flatMap(({ answers }) => [...answers]))],
    lost: () => lost,
    came: () => came.totals(),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

export interface DatabaseWrites {
  /** With the name of the database. */
  url: string;
  collection: string;
  document: unknown;
  writers: number;
}

/**
 * Writes into MongoDB directly, as another service would, with `w: majority` unless the address has another `w`.
 */
export async function connectToDatabase(options: DatabaseWrites): Promise<WriteTarget> {
  const mongodb = await import('mongodb').catch(() => {
    throw new RunError('config', 'writer: database needs the package mongodb: npm install mongodb');
  });
  const { MongoClient, MongoNetworkError, MongoServerError, MongoSystemError } = mongodb;
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
  let lost: Seen | undefined;
  // The driver keeps writes until there is a primary.
  client.on('topologyDescriptionChanged', ({ previousDescription, newDescription }) => {
    if (!hasPrimary(previousDescription) || hasPrimary(newDescription)) return;
    const error = [...newDescription.servers.values()].find((server) => server.error !== null)?.error;
    const reason = error ? describe(error).message : 'MongoDB has no primary';
    lost = { count: (lost?.count ?? 0) + 1, first: lost?.first ?? reason };
  });
  const collection = client.db().collection<{ _id: string }>(options.collection);
  const documentOf = compileMessage(options.document);
  return {
    usable: () => true,
    answers: () => [],
    send: (write) =>
      collection.insertOne(documentOf(write) as { _id: string }).catch((error) => {
        if (error instanceof MongoServerError) {
          throw new PubSubError(String(error.code ?? error.name), error.message, { isAnswer: true });
        }
        const isLoss = error instanceof MongoNetworkError || error instanceof MongoSystemError;
        throw isLoss ? new PubSubError('disconnected', describe(error).message) : error;
      }),
    lost: () => lost,
    close: () => client.close(),
  };
}

function hasPrimary({ servers }: TopologyDescription): boolean {
  return [...servers.values()].some(
    ({ type }) => type === 'RSPrimary' || type === 'Standalone' || type === 'Mongos',
  );
}
