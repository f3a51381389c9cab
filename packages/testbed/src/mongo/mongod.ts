import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { abortable, type Child, claimPort, host, startChild } from '../process/index.ts';
import type { Binary } from './binary.ts';

export const setName = 'rs0';

/** Recovering after a crash takes its time. */
const timeout_ms = 60_000;

/** What to do about a port that is taken. */
const remedy = 'set MONGO_URL to use a MongoDB that runs already';

/**
 * Ends mongod and removes the data, if that is temporary. Kept data gets a clean shutdown, and a kill after 10 s.
 * $0: pid of mongod; $1: the folder to remove, or nothing.
 */
const reaper = `if [ -n "$1" ]; then kill -KILL $0; else kill -TERM $0; fi
n=0; while kill -0 $0 && [ $n -lt 100 ]; do sleep 0.1; n=$((n+1)); done
kill -KILL $0
if [ -n "$1" ]; then rm -rf "$1"; fi`;

export interface MongodOptions {
  /** Kept at the end. Default: a temporary folder. */
  dataDir?: string | undefined;
  /** Default: a free one. */
  port?: number | undefined;
  /** Largest size of its oplog in MB, at least 1. Default: mongod's own. */
  oplog_MB?: number | undefined;
  /** Aborts a start that is under way. */
  signal?: AbortSignal | undefined;
}

/** One mongod, started as a member of a replica set that `ReplicaSet` configures. It ends with this process. */
export class Mongod {
  readonly port: number;
  readonly #binary: Binary;
  readonly #dataDir: string;
  readonly #options: MongodOptions;
  #child: Child | undefined;
  /** Rejects when it has ended, with its own reason. */
  ended: Promise<never> = new Promise(() => {});

  private constructor(binary: Binary, port: number, dataDir: string, options: MongodOptions) {
    this.#binary = binary;
    this.port = port;
    this.#dataDir = dataDir;
    this.#options = options;
  }

  /** @throws one line: a taken port, a data folder in use or made by another version */
  static async start(binary: Binary, options: MongodOptions): Promise<Mongod> {
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'meteor-vs-mean-mongo-')));
    try {
      await mkdir(dataDir, { recursive: true });
      for (let attempt = 1; ; attempt += 1) {
        const mongod = new Mongod(binary, await claimPort(options.port ?? 0, remedy), dataDir, options);
        try {
          await mongod.launch(options.signal);
          return mongod;
        } catch (error) {
          // Another process took the port since we looked.
          if (!/already in use/.test((error as Error).message) || attempt === 3) throw error;
        }
      }
    } catch (error) {
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /** `127.0.0.1:<port>` */
  get host(): string {
    return `${host}:${this.port}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it on its port and data, and waits until it listens. */
  async launch(signal = new AbortController().signal): Promise<void> {
    const ready = Promise.withResolvers<void>();
    let fatal: string | undefined;
    const child = await startChild(this.#binary.path, this.#args(), {
      reaper: [reaper, this.#isTemporary ? this.#dataDir : ''],
      log: (line) => {
        if (line.includes('"msg":"Waiting for connections"')) ready.resolve();
        fatal ??= fatalMessage(line);
      },
    });
    const late = AbortSignal.timeout(timeout_ms);
    const failure = (reason: string) =>
      new Error(`mongod ${this.#binary.version} doesn't start on ${this.#dataDir}: ${reason}`);
    this.ended = child.exited.then(() => {
      throw failure(fatal ?? child.lastLines.at(-1) ?? 'it ended without a word');
    });
    this.ended.catch(() => {});
    try {
      await abortable(Promise.race([ready.promise, this.ended]), AbortSignal.any([signal, late]));
    } catch (error) {
      await child.kill();
      throw late.aborted ? failure(`it doesn't listen after ${timeout_ms / 1000} s`) : error;
    }
    this.#child = child;
  }

  /** SIGKILL, as a crash would be. */
  async kill(): Promise<void> {
    await this.#child?.kill();
  }

  async stop(): Promise<void> {
    if (!this.#isTemporary) {
      await this.#child?.stop(10_000);
      return;
    }
    await this.kill(); // there's nothing to keep, so nothing to wait for
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  get #isTemporary(): boolean {
    return this.#options.dataDir === undefined;
  }

  #args(): string[] {
    const { oplog_MB } = this.#options;
    return [
      ...['--bind_ip', host, '--port', String(this.port), '--dbpath', this.#dataDir],
      ...['--replSet', setName, '--storageEngine', 'wiredTiger'],
      // A killed mongod would leave its socket in /tmp.
      '--nounixsocket',
      // mongod cuts its oplog off up to its last checkpoint only: one a second, instead of one a minute.
      ...(oplog_MB === undefined ? [] : ['--oplogSize', String(oplog_MB), '--syncdelay', '1']),
    ];
  }
}

/** mongod's own words for why it ends: its log is one JSON object a line, severity F or E. */
function fatalMessage(line: string): string | undefined {
  if (!/"s":"[EF]"/.test(line)) return undefined;
  const { msg, attr } = JSON.parse(line);
  const why = attr?.error?.errmsg ?? attr?.error ?? attr?.reason;
  return typeof why === 'string' ? why : msg;
}
