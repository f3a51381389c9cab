import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn, root } from '@meteor-vs-mean/process';
import { type Lines, linesOf, sum } from './lines.ts';
import { type AppName, contractOfMean, type Part, type PartName, partNames, parts, shared } from './parts.ts';

interface CountedFile {
  /** From the repository's root. */
  path: string;
  lines: Lines;
}

export interface Counted {
  files: CountedFile[];
  lines: Lines;
}

/** All lines of both apps, and of what they share. */
export interface Account {
  parts: Record<PartName, Record<AppName, Counted>>;
  shared: Record<keyof typeof shared, Counted>;
  /** Of the contract, what serves MEAN's wire alone. */
  contractOfMean: Counted;
}

/**
 * Counts the sources as they are now.
 * @throws one line for a file that is in no part or in two, and for one that a part names and that isn't there
 */
export async function countLines(): Promise<Account> {
  const folders = { meteor: await placed('meteor'), mean: await placed('mean') };
  const byPart: Partial<Account['parts']> = {};
  for (const name of partNames) {
    byPart[name] = {
      meteor: await counted(parts[name], folders.meteor.get(name)),
      mean: await counted(parts[name], folders.mean.get(name)),
    };
  }
  const folder = async (path: string) =>
    count((await filesIn(join(root, path))).map((file) => `${path}/${file}`));
  return {
    parts: byPart as Account['parts'],
    shared: { contract: await folder(shared.contract.folder), style: await folder(shared.style.folder) },
    contractOfMean: await count(contractOfMean),
  };
}

/** Of both apps' code proper: what either needs. */
export function total(account: Account, stack: AppName, kind: Part['kind'] = 'both'): Lines {
  const names = partNames.filter((name) => parts[name].kind === kind);
  return sum(names.map((name) => account.parts[name][stack].lines));
}

async function placed(stack: AppName): Promise<Map<PartName, string[]>> {
  const byPart = placesOf(await filesIn(join(root, 'apps', stack)), stack);
  return new Map([...byPart].map(([name, files]) => [name, files.map((file) => `apps/${stack}/${file}`)]));
}

/**
 * @param files of an app
 * @param wanted the parts that there are; for tests
 * @returns the files of each part
 * @throws as `countLines` does
 */
export function placesOf(
  files: readonly string[],
  stack: AppName,
  wanted: Record<string, Part> = parts,
): Map<PartName, string[]> {
  const places = Object.entries(wanted).flatMap(([name, part]) =>
    part.files[stack].map((place) => ({ name: name as PartName, place })),
  );
  const byPart = new Map<PartName, string[]>();
  for (const file of files) {
    const names = [...new Set(places.filter(({ place }) => isIn(file, place)).map(({ name }) => name))];
    if (names.length !== 1) {
      const where = names.length === 0 ? 'no part' : `the parts ${names.join(' and ')}`;
      throw new Error(`apps/${stack}/${file} is in ${where}: put it into one, in packages/code/src/parts.ts`);
    }
    const [name] = names as [PartName];
    byPart.set(name, [...(byPart.get(name) ?? []), file]);
  }
  for (const { name, place } of places) {
    if (!files.some((file) => isIn(file, place))) {
      throw new Error(
        `apps/${stack}/${place} isn't there: take it out of part ${name}, in packages/code/src/parts.ts`,
      );
    }
  }
  return byPart;
}

/** @param place a file, or a folder with a slash at its end */
function isIn(file: string, place: string): boolean {
  return place.endsWith('/') ? file.startsWith(place) : file === place;
}

async function counted(part: Part, files: readonly string[] = []): Promise<Counted> {
  if (part.kind !== 'none') return count(files);
  const none: Lines = { code: 0, comment: 0, blank: 0 };
  return { files: files.map((path) => ({ path, lines: none })), lines: none };
}

async function count(paths: readonly string[]): Promise<Counted> {
  const files = await Promise.all(
    paths.map(async (path) => ({ path, lines: linesOf(await readFile(join(root, path), 'utf8'), path) })),
  );
  return { files, lines: sum(files.map(({ lines }) => lines)) };
}
