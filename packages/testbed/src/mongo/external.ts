import { readFile } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { isLocal, redacted, serverUrl } from './url.ts';

interface External {
  url: string;
  version: string;
  pid?: number;
}

/**
 * Looks at the server of a user's MONGO_URL: it must answer within 5 s, and be a replica set.
 *
 * @throws one line that names the URL (without its password) and the remedy
 */
export async function inspect(text: string): Promise<External> {
  const url = serverUrl(text);
  const shown = redacted(url);
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 }).catch((error: Error) => {
      throw new Error(`MONGO_URL ${shown} doesn't answer: ${error.message}`);
    });
    if (hello.setName === undefined) throw new Error(`MONGO_URL ${shown} ${whyNoSet(hello)}`);
    const { version } = await admin.command({ buildInfo: 1 });
    const pid = isLocal(url) ? await localPid(client) : undefined;
    return { url, version, ...(pid === undefined ? {} : { pid }) };
  } finally {
    await client.close();
  }
}

function whyNoSet(hello: Record<string, unknown>): string {
  if (hello.msg === 'isdbgrid') return 'is a sharded cluster: name one replica set instead.';
  const initiate = `mongosh --eval 'rs.initiate()'`;
  if (hello.isreplicaset === true)
    return `is a replica set that was never initiated: run ${initiate} against it.`;
  return `is not a replica set, which live queries need: start its mongod with --replSet rs0 and run ${initiate} once.`;
}

/** The server's process, if it is one of this machine (a container has process ids of its own). */
async function localPid(client: MongoClient): Promise<number | undefined> {
  try {
    const status = await client.db('admin').command({ serverStatus: 1, repl: 0, metrics: 0, wiredTiger: 0 });
    const pid = Number(status.pid);
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return name.trim() === 'mongod' ? pid : undefined;
  } catch {
    return undefined; // no right to ask, or no /proc
  }
}
