import {
  appendFileSync,
  closeSync,
  type FSWatcher,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  watch,
} from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Schedule } from '../account/schedule.ts';
import type { Share } from '../account/share.ts';
import { RunError } from '../failures/error.ts';
import type { VoidFile } from '../failures/fault.ts';
import { claim, readIfThere } from './files.ts';
import { Presence } from './presence.ts';

/** schedule.json: the first thread writes it, and then runs the writers. */
export interface ScheduleFile extends Schedule {
  /** Write k has the id `<tag>-<k in base 36>`. */
  tag: string;
  /** Write k belongs to group k % groups. */
  groups: number;
  drain_ms: number;
  /** Whether the app answers writes. */
  ack: boolean;
  /** Codes of refusals that are wanted. */
  expect: string[];
  /** What takes the writes. */
  writer: 'app' | 'database';
  transport: string;
  target: string;
}

/** start.json: all subscribers are ready, and the schedule begins at t0. */
export interface StartFile {
  /** process.hrtime.bigint(), in text. */
  t0_ns: string;
  /** How many the run waited for; those with ready_ns before t0_ns count. */
  subscribers: number;
  /** The writes that this machine sends, in a run of several machines. */
  share?: Share;
}

const poll_ms = 100;
/** Bytes of an entry in the file `numbers`. */
const entryBytes = 16;
/** How many entries of the file `numbers` this thread has read, by folder: its scenarios share it. */
const numbersRead = new Map<string, number>();

/**
 * The folder where the threads and processes of one run meet. Each of its files appears whole, and only once. `ready` grows
 * by one byte for each subscriber that has its snapshots.
 */
export class Rendezvous {
  readonly dir: string;
  /** The processes that take part, and those that have ended. */
  readonly presence: Presence;
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;
  #planned: NodeJS.Immediate | undefined;

  /** @throws RunError if the folder can't be made, or holds another run */
  constructor(dir: string) {
    this.dir = dir;
    try {
      mkdirSync(dir, { recursive: true });
    } catch (error) {
      throw new RunError('out', `out: can't make the folder ${dir}: ${(error as Error).message}`);
    }
    this.presence = new Presence(dir);
    if (this.presence.isLeftOver()) throw holdsAnotherRun(dir);
    const failure = this.void();
    if (failure !== undefined) throw new RunError(failure.code, `${failure.reason} (void.json in ${dir})`);
    if (['done.json', 'writers.json'].some((name) => readIfThere(dir, name) !== undefined)) {
      throw holdsAnotherRun(dir);
    }
    this.presence.enter();
  }

  /** Offers a schedule. @returns the schedule of the run, and whether it is this one */
  propose(schedule: ScheduleFile): { schedule: ScheduleFile; elected: boolean } {
    if (claim(this.dir, 'schedule.json', JSON.stringify(schedule))) return { schedule, elected: true };
    return { schedule: JSON.parse(readIfThere(this.dir, 'schedule.json') as string), elected: false };
  }

  /** One more subscriber has its snapshots. Appending a byte is atomic. */
  addReady(): void {
    appendFileSync(join(this.dir, 'ready'), '.');
  }

  /** How many have their snapshots, in all threads and processes. */
  readyCount(): number {
    return statSync(join(this.dir, 'ready'), { throwIfNoEntry: false })?.size ?? 0;
  }

  /**
   * @returns a number for one virtual user, from 0 without a gap in all threads and processes. It is the place of an entry in
   * a file. Appending an entry is atomic, so each thread finds its own entry by its name.
   */
  takeNumber(): number {
    const own = `${process.pid}-${threadId}`.padEnd(entryBytes - 1);
    const file = openSync(join(this.dir, 'numbers'), 'a+');
    try {
      appendFileSync(file, `${own}\n`);
      const entry = Buffer.alloc(entryBytes);
      for (;;) {
        const number = numbersRead.get(this.dir) ?? 0;
        if (readSync(file, entry, 0, entryBytes, number * entryBytes) !== entryBytes) break;
        numbersRead.set(this.dir, number + 1);
        if (entry.toString('latin1', 0, entryBytes - 1) === own) return number;
      }
      throw new RunError(
        'out',
        `${this.dir}: the file numbers has lost an entry: name a folder on a local disk`,
      );
    } finally {
      closeSync(file);
    }
  }

  start(start: StartFile): void {
    claim(this.dir, 'start.json', JSON.stringify(start));
  }

  started(): StartFile | undefined {
    const text = readIfThere(this.dir, 'start.json');
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** @returns the first reason, which counts, and whether it is this one */
  declareVoid(failure: VoidFile): { failure: VoidFile; first: boolean } {
    const first = claim(this.dir, 'void.json', JSON.stringify(failure));
    return { failure: this.void() as VoidFile, first };
  }

  /** Writes the failure of a virtual user. The folder keeps the first of each kind. */
  addFailure(failure: VoidFile): void {
    claim(this.dir, `failure-${failure.by}.json`, JSON.stringify(failure));
  }

  void(): VoidFile | undefined {
    const text = readIfThere(this.dir, 'void.json');
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Whether a file `release` ends `hold: { until: released }`. */
  released(): boolean {
    return statSync(join(this.dir, 'release'), { throwIfNoEntry: false }) !== undefined;
  }

  /**
   * Calls back when a file in the folder may have changed. It also polls, because not every file system reports changes.
   * @returns the function that ends it
   */
  watch(listener: () => void): () => void {
    const look = () => {
      // Many files can change at once; one call is enough for all of them.
      this.#planned ??= setImmediate(() => {
        this.#planned = undefined;
        listener();
      });
    };
    try {
      this.#watcher = watch(this.dir, look);
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // Polling is enough.
    }
    this.#poll = setInterval(look, poll_ms);
    look();
    return () => {
      this.#watcher?.close();
      clearInterval(this.#poll);
      clearImmediate(this.#planned);
    };
  }
}

function holdsAnotherRun(dir: string): RunError {
  return new RunError('out', `out: ${dir} holds an earlier run: name an empty folder, or none`);
}
