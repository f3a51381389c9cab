import { Worker } from 'node:worker_threads';
import type { Share } from '../account/share.ts';
import { type Fault, RunError } from '../failures/error.ts';
import type { ScheduleFile } from '../folder/rendezvous.ts';
import type { WritersFile } from '../folder/writers-file.ts';
import type { HttpWrites } from './http-writes.ts';
import type { AppWrites, DatabaseWrites } from './write-target.ts';
import { type Ask, type FromConnection, WriterLink } from './writer-link.ts';

/** The data of the writers' thread. */
export interface WritersData {
  schedule: ScheduleFile;
  app?: AppWrites;
  http?: HttpWrites;
  database?: DatabaseWrites;
}

export interface WritersPlan extends WritersData {
  /**
   * Takes the steps of the writers of an app, in this thread.
   * @returns what each of them sends, with the marks of each write
   */
  prepare?(link: WriterLink): Promise<unknown[]>;
}

/** Messages from the writers' thread. */
export type FromWriters =
  | { type: 'connected' }
  | { type: 'done'; file: WritersFile; answers: string[] }
  | { type: 'failed'; code: string; message: string; by: Fault }
  | FromConnection;

/** Messages to the writers' thread. */
export type ToWriters =
  | Ask
  | { type: 'prepared'; templates: unknown[] }
  | { type: 'start'; t0_ns: bigint; share: Share }
  | { type: 'stop' };

/**
 * The writers have a separate thread, so that receiving can't delay sending. They connect at once, and write after
 * `start`.
 */
export class Writers {
  /** Resolves when each writer has its connection, with its log-in. */
  readonly connected: Promise<void>;
  /** Resolves after the drain, with the outcome of this machine's writes. */
  readonly done: Promise<WritersFile>;
  /** How the app's answers were read, once the writers are done. */
  answers: readonly string[] = [];
  readonly #worker: Worker;

  constructor({ prepare, ...data }: WritersPlan) {
    // TypeScript in the repository, and JavaScript in the package.
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#worker = new Worker(new URL(`./writers-worker.${extension}`, import.meta.url), {
      workerData: data,
    });
    const { promise: connected, resolve: onConnected, reject: failConnected } = Promise.withResolvers<void>();
    const { promise: done, resolve: onDone, reject: failDone } = Promise.withResolvers<WritersFile>();
    const fail = (error: Error) => {
      failConnected(error);
      failDone(error);
    };
    const tell = (message: ToWriters) => this.#worker.postMessage(message);
    const link = new WriterLink(tell);
    prepare?.(link)
      .then((templates) => tell({ type: 'prepared', templates }))
      .catch(fail);
    this.#worker.on('message', (message: FromWriters) => {
      if (message.type === 'connected') onConnected();
      else if (message.type === 'done') {
        this.answers = message.answers;
        onDone(message.file);
      } else if (message.type !== 'failed') link.take(message);
      else fail(new RunError(message.code, message.message, message.by));
    });
    this.#worker.on('error', (error) => fail(error as Error));
    this.#worker.on('exit', (code) =>
      fail(new RunError('writers', `the writers' thread ended with ${code}`)),
    );
    // A caller that doesn't wait for one of them gets the failure from the other.
    connected.catch(() => {});
    done.catch(() => {});
    this.connected = connected;
    this.done = done;
  }

  /** @param share the writes of this machine */
  start(t0_ns: bigint, share: Share): void {
    this.#worker.postMessage({ type: 'start', t0_ns, share } satisfies ToWriters);
  }

  /** Ends them at once. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
