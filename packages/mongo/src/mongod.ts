import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { MongoInstance } from 'mongodb-memory-server-core';
import type { Binary } from './binary.ts';

const setName = 'rs0';
const host = '127.0.0.1';

/**
 * Waits for its owner's end of the pipe to close, which also happens when the owner is killed. Then it ends mongod
 * and removes the data, if that is temporary. Kept data gets a clean shutdown (and a kill after 10 s).
 * $0: pid of mongod; $1: the folder to remove, or nothing.
 */
const reaper = `read _
if [ -n "$1" ]; then kill -KILL $0; else kill -TERM $0; fi
n=0; while kill -0 $0 && [ $n -lt 100 ]; do sleep 0.1; n=$((n+1)); done
kill -KILL $0
if [ -n "$1" ]; then rm -rf "$1"; fi`;

export interface MongodOptions {
  /** Kept at the end. Without it: a temporary folder. */
  dataDir?: string;
  /** Without it: a free one. */
  port?: number;
}

/**
 * One mongod as a replica set of one, run by mongodb-memory-server. It stands in a process group of its own: a
 * terminal's Ctrl-C reaches its owner only, who still has databases to drop.
 */
export class Mongod {
  readonly port: number;
  readonly dataDir: string;
  readonly #binary: Binary;
  readonly #temporary: boolean;
  #instance: Instance | undefined;

  private constructor(binary: Binary, port: number, dataDir: string, temporary: boolean) {
    this.#binary = binary;
    this.port = port;
    this.dataDir = dataDir;
    this.#temporary = temporary;
  }

  /** @throws one line: a taken port, a data folder in use or made by another version */
  static async start(binary: Binary, options: MongodOptions): Promise<Mongod> {
    if (options.port !== undefined && !(await isFree(options.port))) throw new Error(takenPort(options.port));
    const temporary = options.dataDir === undefined;
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'meteor-vs-mean-mongo-')));
    try {
      await mkdir(dataDir, { recursive: true });
      for (let attempt = 1; ; attempt += 1) {
        const mongod = new Mongod(binary, options.port ?? (await freePort()), dataDir, temporary);
        try {
          await mongod.#launch();
          return mongod;
        } catch (error) {
          if (!/already in use/.test((error as Error).message)) throw error;
          // Somebody took the port between our look and mongod's.
          if (options.port !== undefined || attempt === 3) throw new Error(takenPort(mongod.port));
        }
      }
    } catch (error) {
      if (temporary) await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  get url(): string {
    return `mongodb://${host}:${this.port}/?replicaSet=${setName}`;
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
          // No socket file in /tmp, which a killed mongod would leave there.
          args: process.platform === 'win32' ? [] : ['--nounixsocket'],
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
      await configure(this.port);
      await becomePrimary(instance);
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
    if (process.platform !== 'win32') this.isReplSet = false;
    return super.stop();
  }

  override _launchKiller(parentPid: number, childPid: number): ChildProcess {
    if (process.platform === 'win32') return super._launchKiller(parentPid, childPid);
    const child = spawn('sh', ['-c', reaper, String(childPid), this.#remove], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin?.on('error', () => {}); // it was stopped first
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    return child;
  }
}

/** Makes a new server a replica set, and tells one with kept data which port it is on now. */
async function configure(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://${host}:${port}/?directConnection=true`);
  const member = `${host}:${port}`;
  try {
    const admin = client.db('admin');
    const config = await admin.command({ replSetGetConfig: 1 }).then(
      (reply) => reply.config,
      (error) => {
        if (error.codeName === 'NotYetInitialized') return undefined;
        throw error;
      },
    );
    if (config === undefined) {
      await admin.command({ replSetInitiate: { _id: setName, members: [{ _id: 0, host: member }] } });
    } else if (config.members.length !== 1 || config.members[0].host !== member) {
      const members = [{ ...config.members[0], host: member }];
      const next = { ...config, version: config.version + 1, members };
      await admin.command({ replSetReconfig: next, force: true });
    }
  } finally {
    await client.close();
  }
}

async function becomePrimary(instance: MongoInstance): Promise<void> {
  if (instance.isInstancePrimary) return;
  const signal = AbortSignal.timeout(30_000);
  await Promise.race([
    once(instance, 'instancePrimary', { signal }),
    once(instance, 'instanceClosed', { signal }).then(() => {
      throw new Error('it ended before it was the primary');
    }),
  ]).catch((error) => {
    throw signal.aborted ? new Error('it is not the primary after 30 s') : error;
  });
}

/** mongod's own words for why it can't go on: its log is one JSON object a line, severity F or E. */
function fatalMessage(line: string): string | undefined {
  if (!/"s":"[EF]"/.test(line)) return undefined;
  const { msg, attr } = JSON.parse(line);
  const why = attr?.error?.errmsg ?? attr?.error ?? attr?.reason;
  return typeof why === 'string' ? why : msg;
}

function takenPort(port: number): string {
  return `Port ${port} of ${host} is taken, so MongoDB can't listen there: stop what uses it (lsof -i :${port}), or set MONGO_URL to use a MongoDB that runs already.`;
}

async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}

const freePort = (): Promise<number> => listenOnce(0);

async function listenOnce(port: number): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : port;
}
