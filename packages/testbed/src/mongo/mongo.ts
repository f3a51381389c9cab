import { resolve } from 'node:path';
import { type Binary, findBinary } from './binary.ts';
import { inspect } from './external.ts';
import { ReplicaSet } from './replica-set.ts';
import { redacted } from './url.ts';

/** A replica-set MongoDB that answers. */
export interface Mongo {
  /** The server, without a database: `urlOf` puts one in. */
  readonly url: string;
  /** For instance '6.0.5'. */
  readonly version: string;
  readonly source: 'MONGO_URL' | Binary['source'];
  /** One line for the user: which one was taken, its version, where the data is. */
  readonly description: string;
  /** Of mongod, when it is one on this machine. */
  readonly pid?: number;
  /** Stops what we started, and removes its data unless a folder was given. May be called twice. */
  stop(): Promise<void>;
  /** SIGKILL to our own mongod; of several, to the primary. @throws if it isn't ours */
  kill(): Promise<void>;
  /** Starts the mongod that was killed again on the same port and data. @throws if it isn't ours */
  restart(): Promise<void>;
}

export interface MongoOptions {
  /** A MongoDB that runs already. Default: the environment's MONGO_URL. */
  url?: string;
  /** Data is kept there between starts. Default: a temporary folder, removed by `stop`. */
  dataDir?: string;
  /** Where our own mongod listens on 127.0.0.1. Default: a free one. */
  port?: number;
  /** Where a fetched mongod is kept. Default: the user's cache folder. */
  cacheDir?: string;
  /** How many mongods make up the replica set, when it is our own. Default: 1; several have temporary data. */
  members?: number;
  /** Largest size of the oplog in MB, when it is our own. Default: mongod's own. */
  oplog_MB?: number;
  /** Long work says what it does. */
  log?: (line: string) => void;
  /** Aborts a start that is under way. */
  signal?: AbortSignal;
}

/**
 * Finds a replica-set MongoDB, or starts one: MONGO_URL, mongod on PATH, mongodb-memory-server's download, PyPI's.
 * Our own dies with this process, however that ends.
 *
 * @throws one line that says what is wrong and what to do
 */
export async function startMongo(options: MongoOptions = {}): Promise<Mongo> {
  const given = options.url ?? process.env.MONGO_URL;
  if (given) {
    const { url, version, pid } = await inspect(given);
    const refuse = async (): Promise<never> => {
      throw new Error(`The MongoDB of MONGO_URL (${redacted(url)}) is yours: it is not killed or restarted.`);
    };
    return {
      url,
      version,
      source: 'MONGO_URL',
      description: `MongoDB ${version} of MONGO_URL (${redacted(url)})`,
      ...(pid === undefined ? {} : { pid }),
      stop: async () => {},
      kill: refuse,
      restart: refuse,
    };
  }

  const { members = 1, oplog_MB, port, signal } = options;
  const dataDir = options.dataDir && resolve(options.dataDir);
  const binary = await findBinary(options);
  const { version, source, path } = binary;
  const server = await ReplicaSet.start(binary, members, { dataDir, port, oplog_MB, signal });
  const data = dataDir ? `data in ${dataDir}` : 'data is temporary';
  return {
    url: server.url,
    version,
    source,
    description: `MongoDB ${version} on ${server.hosts} (${source}: ${path}; ${data})`,
    get pid() {
      return server.pid as number;
    },
    stop: () => server.stop(),
    kill: () => server.kill(),
    restart: () => server.restart(),
  };
}
