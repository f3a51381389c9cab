import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from './program.ts';
import type { RunningApp } from './stack.ts';

/** An app that takes what is built of a package of ours, while it is developed. */
interface Taker {
  log: (line: string) => void;
  /** Is called before each build, with the package's folder. */
  before?: (path: string) => Promise<void>;
  /** Is called after each build, whether it succeeded or not. */
  after?: (path: string) => Promise<void>;
}

/** An editor writes several files at once, or one in several steps. */
const pause_ms = 100;

/** A package of ours that is built anew whenever its sources change. */
class KeptPackage {
  readonly #root: string;
  readonly #path: string;
  readonly #takers = new Set<Taker>();
  readonly #sources: FSWatcher;
  #timer: NodeJS.Timeout | undefined;
  #building: Promise<void> = Promise.resolve();

  constructor(root: string, path: string) {
    this.#root = root;
    this.#path = path;
    this.#sources = watch(join(root, path, 'src'), { recursive: true }, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#building = this.#building.then(() => this.#build());
      }, pause_ms);
    });
    this.#sources.on('error', ({ message }) => this.#log(`${path} isn't watched any more: ${message}`));
  }

  take(taker: Taker): void {
    this.#takers.add(taker);
  }

  /** @returns whether somebody else takes it still */
  leave(taker: Taker): boolean {
    this.#takers.delete(taker);
    return this.#takers.size > 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#sources.close();
  }

  async #build(): Promise<void> {
    const takers = [...this.#takers];
    this.#log(`${this.#path} was changed, and is built anew`);
    try {
      await Promise.all(takers.map(({ before }) => before?.(this.#path)));
      await buildPackage(this.#root, this.#path).catch(({ message }: Error) => this.#log(message));
      await Promise.all(takers.map(({ after }) => after?.(this.#path)));
    } catch (error) {
      this.#log((error as Error).message);
    }
  }

  /** Once, however many take it. */
  #log(line: string): void {
    const [taker] = this.#takers;
    taker?.log(line);
  }
}

/** By their folders: a package that two apps take is built once. */
const kept = new Map<string, KeptPackage>();

/**
 * Builds packages of ours anew whenever their sources change. Of a build that fails the last lines are logged.
 * @param root of the checkout that they are in
 * @param paths their folders, relative to it: each with its sources in `src`
 * @returns ends it; a build that is under way goes on
 */
export function keepBuilt(root: string, paths: readonly string[], taker: Taker): () => void {
  const taken = paths.map((path) => {
    const folder = join(root, path);
    const one = kept.get(folder) ?? new KeptPackage(root, path);
    kept.set(folder, one);
    one.take(taker);
    return { folder, one };
  });
  return () => {
    for (const { folder, one } of taken) {
      if (one.leave(taker)) continue;
      kept.delete(folder);
      one.close();
    }
  };
}

/** The app, with which its `keepBuilt` is ended. */
export function endingWith(app: RunningApp, end: () => void): RunningApp {
  return {
    ...app,
    stop: () => {
      end();
      return app.stop();
    },
    kill: () => {
      end();
      return app.kill();
    },
  };
}
