import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { emptyPages } from './mean-scripts.ts';

/** Scripts' names, and what they are called next. */
type Renamed = readonly (readonly [string, string])[];

/** A script whose name ends with a hash of what is in it. */
const hashed = /^(.+-)([\w-]{8})(\.js)$/;

/**
 * The client with a line more in its main file. All scripts get other names, as from a real build: each imports the
 * main file by its name, so that whatever changes there changes what is in every one of them.
 *
 * @param dir of the build for browsers; that for servers, if there is one, is beside it
 * @param folder gets folders of the same names
 * @returns where the next one for browsers is
 * @throws one line if there is no main file
 */
export async function nextClient(dir: string, line: string, folder: string): Promise<string> {
  const target = join(folder, 'browser');
  await mkdir(target, { recursive: true });
  const names = await readdir(dir);
  const renamed = names.flatMap((name) => {
    const [, stem, , extension] = hashed.exec(name) ?? [];
    const hash = createHash('sha256').update(`${name}\0${line}`).digest('base64url').slice(0, 8);
    return stem === undefined ? [] : [[name, `${stem}${hash}${extension}`] as const];
  });
  const main = renamed.find(([name]) => name.startsWith('main-'))?.[0];
  if (main === undefined) throw new Error(`The Angular client in ${dir} has no main-*.js: build it anew.`);
  const nextName = new Map(renamed);
  for (const name of names) {
    const next = nextName.get(name);
    if (next === undefined && !emptyPages.includes(name)) {
      await cp(join(dir, name), join(target, name), { recursive: true });
      continue;
    }
    let text = await withNextNames(join(dir, name), renamed);
    if (name === main) text += `\n${line}\n`;
    await writeFile(join(target, next ?? name), text);
  }
  await nextServer(join(dir, '../server'), join(folder, 'server'), renamed);
  return target;
}

/** What renders the pages names the scripts in them. */
async function nextServer(dir: string, target: string, renamed: Renamed): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const next = join(target, relative(dir, path));
    await mkdir(dirname(next), { recursive: true });
    await writeFile(next, await withNextNames(path, renamed));
  }
}

async function withNextNames(path: string, renamed: Renamed): Promise<string> {
  let text = await readFile(path, 'utf8');
  for (const [from, to] of renamed) text = text.replaceAll(from, to);
  return text;
}
