import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A script whose name ends with a hash of what is in it. */
const hashed = /^(.+-)([\w-]{8})(\.js)$/;

/**
 * The client with a line more in its main file. All scripts get other names, as from a real build: each imports the
 * main file by its name, so that whatever changes there changes what is in every one of them.
 *
 * @param dir where index.html is
 * @param folder gets a folder `browser`
 * @returns where the next index.html is
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
    if (next === undefined && name !== 'index.html') {
      await cp(join(dir, name), join(target, name), { recursive: true });
      continue;
    }
    let text = await readFile(join(dir, name), 'utf8');
    for (const [from, to] of renamed) text = text.replaceAll(from, to);
    if (name === main) text += `\n${line}\n`;
    await writeFile(join(target, next ?? name), text);
  }
  return target;
}
