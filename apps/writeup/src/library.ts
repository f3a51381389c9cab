import path from 'node:path';
import { reference } from '@meteor-vs-mean/measure/results';
import type { Recorded } from './kinds/recorded.ts';
import { openSources, type Source } from './references.ts';

/** What pages take from one source. */
export interface Opened {
  source: Source;
  /** Null: it isn't recorded yet. */
  recorded: Recorded | null;
}

/** All that pages may take figures from, opened. */
export interface Library {
  /** @throws one line for a name that there isn't */
  open(name: string): Opened;
  names: readonly string[];
}

/** What is recorded in this checkout. @throws one line as openLibrary does */
export async function openRecorded(): Promise<Library> {
  return openLibrary(reference, await openSources());
}

/**
 * @param folder that holds the sources' folders
 * @throws one line if one that is recorded can't be read
 */
export async function openLibrary(
  folder: string,
  sources: Readonly<Record<string, Source>>,
): Promise<Library> {
  const opened = new Map<string, Opened>();
  for (const [name, source] of Object.entries(sources)) {
    const recorded =
      source.of === null
        ? null
        : await source.open(path.join(folder, source.folder)).catch((error: Error) => {
            throw new Error(
              `The write-up takes figures from ${name}, which can't be read: ${error.message}. ` +
                `Record it again: npm run references -- --record ${name}`,
            );
          });
    opened.set(name, { source, recorded });
  }
  return {
    open(name) {
      const found = opened.get(name);
      if (found) return found;
      throw new Error(`no recorded result is called ${name}: there are ${[...opened.keys()].join(', ')}`);
    },
    names: [...opened.keys()],
  };
}
