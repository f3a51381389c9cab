import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isRunning } from '@meteor-vs-mean/testbed/process';
import { artillery } from '../script/artillery.ts';
import { readIfThere, writeWhole } from './files.ts';

/** Process numbers are unique here: on this machine, or in a container, which can have its host's name. */
const place = `${hostname()}/${pidNamespace()}`;

/** What a run leaves in its folder. */
const leftovers =
  /^((process|busy|answers|receiver|witness|failure)-.*|numbers|ready|(schedule|start|writers|machines|void|done)\.json)$/;

/**
 * The threads that take part in a run. Each leaves a file `process-<pid>-<thread>` in the folder, and
 * `busy-<pid>-<thread>` until it has written its other files.
 */
export class Presence {
  readonly #dir: string;
  readonly #own = `${process.pid}-${threadId}`;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Whether the folder has files of a run whose processes have all ended. */
  isLeftOver(): boolean {
    const names = readdirSync(this.#dir);
    return (
      names.some((name) => leftovers.test(name)) && !this.#named('process', names).some(({ runs }) => runs)
    );
  }

  enter(): void {
    writeWhole(this.#dir, `process-${this.#own}`, nameOfProcess());
  }

  /** This thread has not written its files yet. */
  begin(): void {
    writeWhole(this.#dir, `busy-${this.#own}`, nameOfProcess());
  }

  /** This thread has written its files. */
  end(): void {
    rmSync(join(this.#dir, `busy-${this.#own}`), { force: true });
  }

  /** Whether a thread has not written its files yet. */
  isBusy(): boolean {
    return this.#named('busy').length > 0;
  }

  /** @returns a process that ended before it wrote its files */
  gone(): number | undefined {
    return this.#named('busy').find(({ runs }) => !runs)?.pid;
  }

  #named(kind: 'process' | 'busy', names = readdirSync(this.#dir)): { pid: number; runs: boolean }[] {
    return names.flatMap((name) => {
      const pid = Number(name.startsWith(`${kind}-`) ? name.split('-')[1] : undefined);
      const found = pid > 0 ? readIfThere(this.#dir, name) : undefined;
      return found === undefined ? [] : [{ pid, runs: isStillRunning(pid, found) }];
    });
  }
}

/** Processes of another container can't be seen from here, so they count as running. */
function isStillRunning(pid: number, name: string): boolean {
  if (!name.startsWith(`${place} `)) return true;
  return pid === process.pid ? name === nameOfProcess() : isRunning(pid);
}

/** Distinguishes this process from an earlier one with the same number, as in containers. */
function nameOfProcess(): string {
  return `${place} ${artillery().testRunId ?? ''}`;
}

/** Linux's name of it; empty on other systems. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
