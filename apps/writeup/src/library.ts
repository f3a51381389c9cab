import { existsSync } from 'node:fs';
import path from 'node:path';
import { openCompare } from './kinds/compare.ts';
import { openJson } from './kinds/json.ts';
import { openLab } from './kinds/lab.ts';
import type { Recorded } from './kinds/recorded.ts';
import type { Reference } from './references.ts';

/** All recorded results that pages may take from, opened. */
export interface Library {
  /**
   * @returns what was recorded; `awaited` where it is being recorded
   * @throws one line for a name that isn't in references.ts
   */
  open(name: string): { reference: Reference; recorded: Recorded | 'awaited' };
  names: readonly string[];
  /** Awaited, and not there yet. */
  missing: readonly string[];
}

/**
 * @param folder that holds the references' folders
 * @param awaited names of references that may be missing
 * @throws one line if another is missing, or can't be read
 */
export async function openLibrary(
  folder: string,
  references: Readonly<Record<string, Reference>>,
  awaited: readonly string[],
): Promise<Library> {
  const missing = notRecorded(folder, references, awaited);
  const opened = new Map<string, { reference: Reference; recorded: Recorded | 'awaited' }>();
  for (const [name, reference] of Object.entries(references)) {
    const where = path.join(folder, reference.folder);
    const recorded = missing.includes(name)
      ? ('awaited' as const)
      : await openOne(where, reference).catch((error: Error) => {
          throw new Error(
            `The write-up takes figures from ${name}, a recorded result that can't be read: ${error.message}. ` +
              `Record it: ${reference.command} --out ${path.relative(process.cwd(), where)}; or name another in references.ts.`,
          );
        });
    opened.set(name, { reference, recorded });
  }
  return {
    open(name) {
      const found = opened.get(name);
      if (!found)
        throw new Error(
          `no recorded result is called ${name}: references.ts has ${[...opened.keys()].join(', ')}`,
        );
      return found;
    },
    names: [...opened.keys()],
    missing,
  };
}

/** Of the references that are awaited, those that aren't there yet. */
export function notRecorded(
  folder: string,
  references: Readonly<Record<string, Reference>>,
  awaited: readonly string[],
): string[] {
  return awaited.filter((name) => {
    const one = references[name];
    return one !== undefined && !existsSync(path.join(folder, one.folder));
  });
}

function openOne(where: string, reference: Reference): Promise<Recorded> {
  switch (reference.kind) {
    case 'compare':
      return openCompare(where);
    case 'lab':
      return openLab(where);
    case 'counted':
      return reference.open(where);
    case 'json':
      return openJson(where, reference.file, reference.draw);
  }
}
