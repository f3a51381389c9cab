import { MongoClient } from 'mongodb';
import type { Binary } from './binary.ts';
import { Mongod, type MongodOptions } from './mongod.ts';
import { setName } from './replica-set.ts';

/** How long they may take to agree on who is the primary, when nobody is gone. */
const patience_ms = 60_000;

/** A replica set of several mongods on this machine, with temporary data: its primary can be killed. */
export class Members {
  readonly url: string;
  /** `127.0.0.1:<port>` of each, with commas between them. */
  readonly hosts: string;
  /** Each of them has one. */
  readonly pid: undefined;
  readonly #mongods: readonly Mongod[];
  #killed: Mongod | undefined;

  private constructor(mongods: readonly Mongod[]) {
    this.#mongods = mongods;
    this.hosts = mongods.map((each) => each.hosts).join(',');
    this.url = `mongodb://${this.hosts}/?replicaSet=${setName}`;
  }

  /** @throws one line if one doesn't start, or if they don't agree on a primary */
  static async start(
    binary: Binary,
    count: number,
    options: Pick<MongodOptions, 'oplog_MB'>,
  ): Promise<Members> {
    const started = await Promise.allSettled(
      Array.from({ length: count }, () => Mongod.start(binary, { ...options, isMember: true })),
    );
    const members = new Members(started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    try {
      for (const each of started) if (each.status === 'rejected') throw each.reason;
      await initiate(members.#mongods.map((each) => each.hosts));
      await primaryOf(members.url);
    } catch (error) {
      await members.stop();
      throw error;
    }
    return members;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#mongods.map((each) => each.stop()));
  }

  /** SIGKILL to the primary. */
  async kill(): Promise<void> {
    const primary = await primaryOf(this.url);
    this.#killed = this.#mongods.find((each) => each.hosts === primary);
    await this.#killed?.kill();
  }

  /** Starts the one that was killed again. */
  async restart(): Promise<void> {
    await this.#killed?.restart();
    this.#killed = undefined;
  }
}

async function initiate(hosts: readonly string[]): Promise<void> {
  const client = new MongoClient(`mongodb://${hosts[0]}/?directConnection=true`);
  try {
    const members = hosts.map((each, _id) => ({ _id, host: each }));
    await client.db('admin').command({ replSetInitiate: { _id: setName, members } });
  } finally {
    await client.close();
  }
}

/** @returns host and port of a replica set's primary, as soon as there is one */
export async function primaryOf(url: string): Promise<string> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: patience_ms });
  try {
    const { primary } = await client.db('admin').command({ hello: 1 });
    return primary as string;
  } finally {
    await client.close();
  }
}
