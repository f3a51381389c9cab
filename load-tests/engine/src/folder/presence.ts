import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isRunning } from '@meteor-vs-mean/testbed/process';
import { artillery } from '../script/artillery.ts';
import { readIfThere, writeWhole } from './files.ts';

/** Where the numbers of processes mean the same: this machine, or a container, which may have its host's name. */
const place = `${hostname()}/${pidNamespace()}`;

/** What a run leaves in its folder. */
const leftovers =
  /^((process|busy|writing|answers|receiver|witness|failure|journey)-.*|numbers|ready|(schedule|start|writers|machines|void|done|journey)\.json)$/;

/** What a thread still does. */
type Work = 'busy' | 'writing';

/**
 * Who takes part in a run: each thread leaves a file `process-<pid>-<thread>` in its folder, and `busy-<pid>-<thread>`
 * for as long as its other files are still to come, or `writing-<pid>-<thread>` as long as the log of a journey is.
 */
export class Presence {
  readonly #dir: string;
  readonly #own = `${process.pid}-${threadId}`;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Whether the folder holds what a run left of which no process is there any more. */
  isLeftOver(): boolean {
    const names = readdirSync(this.#dir);
    return (
      names.some((name) => leftovers.test(name)) && !this.#named('process', names).some(({ runs }) => runs)
    );
  }

  enter(): void {
    writeWhole(this.#dir, `process-${this.#own}`, nameOfProcess());
  }

  /** This thread's files are still to come. */
  begin(kind: Work = 'busy'): void {
    writeWhole(this.#dir, `${kind}-${this.#own}`, nameOfProcess());
  }

  /** This thread's files are there. */
  end(kind: Work = 'busy'): void {
    rmSync(join(this.#dir, `${kind}-${this.#own}`), { force: true });
  }

  /** Whether files of any thread are still to come. */
  isBusy(): boolean {
    return this.#named('busy').length > 0;
  }

  /** Whether a process still writes the log of a journey. */
  isWriting(): boolean {
    return this.#named('writing').some(({ runs }) => runs);
  }

  /** @returns a process that ended before its files were there */
  gone(kind: Work = 'busy'): number | undefined {
    return this.#named(kind).find(({ runs }) => !runs)?.pid;
  }

  #named(kind: 'process' | Work, names = readdirSync(this.#dir)): { pid: number; runs: boolean }[] {
    return names.flatMap((name) => {
      const pid = Number(name.startsWith(`${kind}-`) ? name.split('-')[1] : undefined);
      const found = pid > 0 ? readIfThere(this.#dir, name) : undefined;
      return found === undefined ? [] : [{ pid, runs: isStillRunning(pid, found) }];
    });
  }
}

/** Of a container beside this one, whose processes can't be seen from here, nothing is known: it is taken to run. */
function isStillRunning(pid: number, name: string): boolean {
  if (!name.startsWith(`${place} `)) return true;
  return pid === process.pid ? name === nameOfProcess() : isRunning(pid);
}

/** Tells this process from an earlier one of the same number, as each has in a container. */
function nameOfProcess(): string {
  return `${place} ${artillery().testRunId ?? ''}`;
}

/** Linux's own name for it; empty elsewhere. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
