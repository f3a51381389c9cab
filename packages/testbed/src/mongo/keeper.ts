/**
 * A process of its own that holds one mongod for all who share a data folder. Its clients are connections to a
 * socket: one that ends, or is killed, is gone by that, so nothing can be stale. With the last of them mongod stops.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Mongo, startMongo } from './mongo.ts';
import { listenAlone } from './socket.ts';

/** What the keeper says, one JSON object a line. */
export type KeeperMessage =
  | { log: string }
  | { error: string }
  | { mongo: Pick<Mongo, 'url' | 'version' | 'source' | 'description' | 'pid'> };

const [socketPath, dataDir] = process.argv.slice(2) as [string, string];
const clients = new Set<Socket>();
let mongo: Mongo | undefined;
let left = () => {};

const server = createServer({ allowHalfOpen: true }, (client) => {
  clients.add(client);
  client.on('error', () => {});
  client.resume();
  // Its own end comes when mongod has stopped, if it was the last: then the processes that wait for that know.
  client.on('end', () => leave(client));
  client.on('close', () => leave(client));
  if (mongo) announce(client, mongo);
});

if (await listenAlone(server, socketPath)) {
  // The process that started this one connects next; if it doesn't, there's nobody to serve.
  const nobody = setTimeout(() => process.exit(0), 10_000);
  server.once('connection', (client) => {
    clearTimeout(nobody);
    serve().catch((error: Error) => {
      for (const one of clients.add(client)) one.end(line({ error: error.message }));
      server.close();
    });
  });
}

/** A client that comes while mongod stops gets the next one. */
async function serve(): Promise<void> {
  while (clients.size > 0) {
    mongo = await started();
    for (const client of clients) announce(client, mongo);
    while (clients.size > 0) await new Promise<void>((resolve) => (left = resolve));
    const stopping = mongo;
    mongo = undefined;
    await stopping.stop();
    for (const client of leaving.splice(0)) client.end();
  }
  server.close();
}

/** The mongod of a keeper that was killed has the data until its reaper has ended it: within 10 s. */
async function started(): Promise<Mongo> {
  const late = AbortSignal.timeout(15_000);
  for (;;) {
    try {
      return await startMongo({ url: '', dataDir, log: (text) => say({ log: text }) });
    } catch (error) {
      if (late.aborted || !/DBPathInUse/.test((error as Error).message)) throw error;
      await wait(200);
    }
  }
}

const leaving: Socket[] = [];

function leave(client: Socket): void {
  if (!clients.delete(client)) return;
  if (clients.size > 0 || mongo === undefined) client.end();
  else leaving.push(client);
  left();
}

function announce(client: Socket, { url, version, source, description, pid }: Mongo): void {
  client.write(line({ mongo: { url, version, source, description, ...(pid ? { pid } : {}) } }));
}

function say(message: KeeperMessage): void {
  for (const client of clients) client.write(line(message));
}

function line(message: KeeperMessage): string {
  return `${JSON.stringify(message)}\n`;
}
