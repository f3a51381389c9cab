import { setTimeout as wait } from 'node:timers/promises';
import { type Db, MongoClient, MongoNetworkError, MongoServerError } from 'mongodb';
import type { Binary } from './binary.ts';
import { Mongod, type MongodOptions, setName } from './mongod.ts';

/** How long the members may take to elect a primary. */
const timeout_ms = 60_000;

/** One mongod of this machine, or several, as a replica set. It ends with this process. */
export class ReplicaSet {
  /** `127.0.0.1:<port>` of each, with commas between them. */
  readonly hosts: string;
  readonly url: string;
  readonly #members: readonly Mongod[];
  #killed: Mongod | undefined;

  private constructor(members: readonly Mongod[]) {
    this.#members = members;
    this.hosts = members.map((each) => each.host).join(',');
    this.url = `mongodb://${this.hosts}/?replicaSet=${setName}`;
  }

  /**
   * @param count of its mongods
   * @throws one line if one of them doesn't start, or if they don't elect a primary
   */
  static async start(binary: Binary, count: number, options: MongodOptions): Promise<ReplicaSet> {
    const started = await Promise.allSettled(
      Array.from({ length: count }, () => Mongod.start(binary, options)),
    );
    const set = new ReplicaSet(started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    try {
      for (const each of started) if (each.status === 'rejected') throw each.reason;
      await set.#primary(options.signal);
    } catch (error) {
      await set.stop();
      throw error;
    }
    return set;
  }

  /** Undefined where there are several mongods. */
  get pid(): number | undefined {
    return this.#members.length === 1 ? this.#members[0]?.pid : undefined;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.map((each) => each.stop()));
  }

  /** SIGKILL to the primary. */
  async kill(): Promise<void> {
    const primary = this.pid === undefined ? await this.#primary() : this.hosts;
    this.#killed = this.#members.find((each) => each.host === primary);
    await this.#killed?.kill();
  }

  /** Starts the mongod that was killed, or that ended by itself, on the same port and data. */
  async restart(): Promise<void> {
    const member = this.#killed ?? (this.#members[0] as Mongod);
    await member.kill();
    await member.launch();
    this.#killed = undefined;
    await this.#primary();
  }

  /**
   * Configures the members as one set, and waits for its primary.
   * @returns its host
   * @throws what ended mongod, if it ends
   */
  async #primary(signal: AbortSignal = AbortSignal.timeout(timeout_ms)): Promise<string> {
    const [first, ...others] = this.#members.filter((each) => each !== this.#killed) as [Mongod, ...Mongod[]];
    const client = new MongoClient(`mongodb://${first.host}/?directConnection=true`);
    const done = new AbortController();
    const over = AbortSignal.any([signal, done.signal, AbortSignal.timeout(timeout_ms)]);
    const hosts = this.#members.map((each) => each.host);
    try {
      const primary = primaryOf(client.db('admin'), hosts, over);
      return await Promise.race([primary, first.ended, ...others.map(({ ended }) => ended)]);
    } finally {
      done.abort();
      await client.close();
    }
  }
}

async function primaryOf(
  admin: Pick<Db, 'command'>,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  await configure(admin, hosts, signal);
  for (;;) {
    const { primary, me, isWritablePrimary } = await retry(() => admin.command({ hello: 1 }), signal);
    if (primary !== undefined && (primary !== me || isWritablePrimary)) return primary;
    signal.throwIfAborted();
    await wait(10);
  }
}

/**
 * Makes new servers a replica set, and gives one with kept data its current port. A mongod that is still loading its
 * data contradicts itself: it has no configuration yet, then it has one already; and when its port has changed, it
 * closes its connections. So this retries.
 *
 * @param members host and port of each
 * @param signal ends the retries
 * @throws mongod's answer, if it isn't temporary
 */
export function configure(
  admin: Pick<Db, 'command'>,
  members: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  return retry(() => configureOnce(admin, members), signal);
}

async function retry<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || signal.aborted) throw error;
      await wait(50);
    }
  }
}

async function configureOnce(admin: Pick<Db, 'command'>, hosts: readonly string[]): Promise<void> {
  const config = await admin.command({ replSetGetConfig: 1 }).then(
    (reply) => reply.config,
    (error) => {
      if (error.codeName !== 'NotYetInitialized') throw error;
    },
  );
  const members = hosts.map((host, _id) => ({ ...config?.members[_id], _id, host }));
  if (config === undefined) {
    await admin.command({ replSetInitiate: { _id: setName, members } });
  } else if (config.members.map(({ host }: { host: string }) => host).join() !== hosts.join()) {
    const next = { ...config, version: config.version + 1, members };
    await admin.command({ replSetReconfig: next, force: true });
  }
}

const temporary = [
  'AlreadyInitialized',
  'NotYetInitialized',
  'ConfigurationInProgress',
  'InterruptedDueToReplStateChange',
];

function isTemporary(error: unknown): boolean {
  if (error instanceof MongoServerError) return temporary.includes(error.codeName ?? '');
  return error instanceof MongoNetworkError;
}
