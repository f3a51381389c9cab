import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { MongoInstance } from 'mongodb-memory-server-core';
import { claimPort, host, startReaper } from '../process/index.ts';
import type { Binary } from './binary.ts';
import { configure, setName } from './replica-set.ts';

/** mongod cuts its oplog off up to its last checkpoint only: one a second, instead of one a minute. */
function smallOplog(size_MB: number): string[] {
  return ['--oplogSize', String(size_MB), '--syncdelay', '1'];
}

/** Of a port that is taken. */
const remedy = 'set MONGO_URL to use a MongoDB that runs already';

/**
 * Ends mongod and removes the data, if that is temporary. Kept data gets a clean shutdown (and a kill after 10 s).
 * $0: pid of mongod; $1: the folder to remove, or nothing.
 */
const cleanUp = `if [ -n "$1" ]; then kill -KILL $0; else kill -TERM $0; fi
n=0; while kill -0 $0 && [ $n -lt 100 ]; do sleep 0.1; n=$((n+1)); done
kill -KILL $0
if [ -n "$1" ]; then rm -rf "$1"; fi`;

export interface MongodOptions {
  /** Kept at the end. Without it: a temporary folder. */
  dataDir?: string | undefined;
  /** Without it: a free one. */
  port?: number | undefined;
  /** Largest size of its oplog in MB, at least 1. Without it: mongod's own. */
  oplog_MB?: number | undefined;
  /** One of several of a replica set, which somebody else configures. Without it: a set of one. */
  isMember?: boolean;
}

/**
 * One mongod, as a replica set of one unless it is a member of a larger one, run by mongodb-memory-server. It stands in a process group of its own: a
 * terminal's Ctrl-C reaches its owner only, who still has databases to drop.
 */
export class Mongod {
  readonly port: number;
  readonly dataDir: string;
  readonly #binary: Binary;
  readonly #temporary: boolean;
  readonly #options: MongodOptions;
  #instance: Instance | undefined;

  private constructor(binary: Binary, port: number, dataDir: string, options: MongodOptions) {
    this.#binary = binary;
    this.port = port;
    this.dataDir = dataDir;
    this.#temporary = options.dataDir === undefined;
    this.#options = options;
  }

  /** @throws one line: a taken port, a data folder in use or made by another version */
  static async start(binary: Binary, options: MongodOptions): Promise<Mongod> {
    const temporary = options.dataDir === undefined;
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'meteor-vs-mean-mongo-')));
    try {
      await mkdir(dataDir, { recursive: true });
      for (let attempt = 1; ; attempt += 1) {
        const mongod = new Mongod(binary, await claimPort(options.port ?? 0, remedy), dataDir, options);
        try {
          await mongod.#launch();
          return mongod;
        } catch (error) {
          // Somebody took the port between our look and mongod's: look again.
          if (!/already in use/.test((error as Error).message) || attempt === 3) throw error;
        }
      }
    } catch (error) {
      if (temporary) await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /** `127.0.0.1:<port>` */
  get hosts(): string {
    return `${host}:${this.port}`;
  }

  get url(): string {
    return `mongodb://${this.hosts}/?replicaSet=${setName}`;
  }

  get pid(): number | undefined {
    return this.#instance?.mongodProcess?.pid;
  }

  /** Starts it on the same port and data, after `kill`. */
  async restart(): Promise<void> {
    await this.kill();
    await this.#launch();
  }

  /** SIGKILL, as a crash would be. */
  async kill(): Promise<void> {
    const child = this.#instance?.mongodProcess;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.ref(); // memory-server lets go of it, and then nothing would wait for its end
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    }
    await this.#instance?.stop(); // ends the reaper too
    this.#instance = undefined;
  }

  async stop(): Promise<void> {
    if (this.#temporary) {
      await this.kill(); // there's nothing to keep, so nothing to wait for
      await rm(this.dataDir, { recursive: true, force: true });
    } else {
      await this.#instance?.stop();
      this.#instance = undefined;
    }
  }

  async #launch(): Promise<void> {
    const { oplog_MB, isMember } = this.#options;
    const instance = new Instance(
      {
        binary: { systemBinary: this.#binary.path, version: this.#binary.version },
        instance: {
          ip: host,
          port: this.port,
          dbPath: this.dataDir,
          storageEngine: 'wiredTiger',
          replSet: setName,
          launchTimeout: 60_000, // recovering after a crash takes its time
          // A killed mongod would leave its socket in /tmp.
          args: ['--nounixsocket', ...(oplog_MB === undefined ? [] : smallOplog(oplog_MB))],
        },
        spawn: { detached: true },
      },
      this.#temporary ? this.dataDir : '',
    );
    let lastError = '';
    instance.on('instanceSTDOUT' as never, (line: string) => {
      lastError ||= fatalMessage(line) ?? '';
    });
    try {
      await instance.start();
      if (!isMember) await becomePrimary(instance, this.port);
    } catch (error) {
      await instance.stop();
      const reason = lastError || (error as Error).message.split('\n')[0];
      throw new Error(`mongod ${this.#binary.version} doesn't start on ${this.dataDir}: ${reason}`);
    }
    this.#instance = instance;
  }
}

/** memory-server's own killer looks every 2 s and leaves the data; ours is told at once. */
class Instance extends MongoInstance {
  readonly #remove: string;
  #rest = '';

  constructor(options: ConstructorParameters<typeof MongoInstance>[0], remove: string) {
    super(options);
    this.#remove = remove;
  }

  /** By whole lines: memory-server parses what it is given as one line of JSON, and a chunk can hold several. */
  override stdoutHandler(chunk: string | Buffer): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) super.stdoutHandler(line);
  }

  /** Without the shutdown command over a connection, which prints a stack when mongod never answered. */
  override stop(): Promise<boolean> {
    this.isReplSet = false;
    return super.stop();
  }

  override _launchKiller(_parentPid: number, childPid: number): ChildProcess {
    return startReaper(cleanUp, String(childPid), this.#remove);
  }
}

/** Makes it the primary of its replica set of one. @throws if it ends before, or isn't after 30 s */
async function becomePrimary(instance: MongoInstance, port: number): Promise<void> {
  const client = new MongoClient(`mongodb://${host}:${port}/?directConnection=true`);
  const late = AbortSignal.timeout(30_000);
  const done = new AbortController();
  const signal = AbortSignal.any([late, done.signal]);
  const primary = async (): Promise<void> => {
    await configure(client.db('admin'), `${host}:${port}`, signal);
    if (!instance.isInstancePrimary) await once(instance, 'instancePrimary', { signal });
  };
  const ended = once(instance, 'instanceClosed', { signal }).then(() => {
    throw new Error('it ended before it was the primary');
  });
  try {
    await Promise.race([primary(), ended]);
  } catch (error) {
    throw late.aborted ? new Error('it is not the primary after 30 s') : error;
  } finally {
    done.abort();
    await client.close();
  }
}

/** mongod's own words for why it can't go on: its log is one JSON object a line, severity F or E. */
function fatalMessage(line: string): string | undefined {
  if (!/"s":"[EF]"/.test(line)) return undefined;
  const { msg, attr } = JSON.parse(line);
  const why = attr?.error?.errmsg ?? attr?.error ?? attr?.reason;
  return typeof why === 'string' ? why : msg;
}
