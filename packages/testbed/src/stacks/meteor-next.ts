import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What today's browsers get; old ones get web.browser.legacy, which stays as it is. */
const browsers = 'web.browser';

/** One entry of program.json. */
interface Resource {
  path: string;
  where: string;
  type: string;
  url: string;
  size: number;
  hash: string;
  /** Subresource integrity. */
  sri?: string;
}

/**
 * The bundle with a line more in the last script that browsers load. From what program.json says of it, its hash
 * first, Meteor makes the version that the app's pages are told of.
 *
 * @param dir with main.js
 * @param folder gets a folder `bundle`; what is large there are links to `dir`
 * @returns the next bundle, with its main.js
 * @throws one line if browsers get no script
 */
export async function nextBundle(dir: string, line: string, folder: string): Promise<string> {
  const target = join(folder, 'bundle');
  await mirror(dir, target, ['programs']);
  // Its place tells a server where the programs for browsers are: a link would lead back to the first bundle's.
  await mirror(join(dir, 'programs'), join(target, 'programs'), ['server', browsers]);
  await mirror(join(dir, 'programs/server'), join(target, 'programs/server'), []);
  await cp(join(dir, 'programs', browsers), join(target, 'programs', browsers), { recursive: true });
  await addLine(line, join(target, 'programs', browsers));
  return target;
}

/** Makes a folder with copies of the files and links to the folders of another one. @param but these folders */
async function mirror(from: string, to: string, but: readonly string[]): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!entry.isDirectory()) await copyFile(source, target);
    else if (!but.includes(entry.name)) await symlink(source, target, 'dir');
  }
}

async function addLine(line: string, program: string): Promise<void> {
  const file = join(program, 'program.json');
  const listed = JSON.parse(await readFile(file, 'utf8')) as { manifest: Resource[] };
  const script = listed.manifest.findLast(({ type, where }) => type === 'js' && where === 'client');
  if (!script) throw new Error(`${file} lists no script for browsers: build the bundle anew.`);
  const content = `${await readFile(join(program, script.path), 'utf8')}\n${line}\n`;
  const hashOf = (algorithm: string, encoding: 'hex' | 'base64') =>
    createHash(algorithm).update(content).digest(encoding);
  const hash = hashOf('sha1', 'hex');
  const renamed = (name: string) => name.replaceAll(script.hash, hash);
  const next: Resource = {
    ...script,
    path: renamed(script.path),
    url: renamed(script.url),
    hash,
    size: Buffer.byteLength(content),
    ...(script.sri ? { sri: hashOf('sha512', 'base64') } : {}),
  };
  listed.manifest.splice(listed.manifest.indexOf(script), 1, next);
  // Meteor's files are read-only.
  for (const path of [join(program, script.path), file]) await rm(path);
  await writeFile(join(program, next.path), content);
  await writeFile(file, JSON.stringify(listed));
}
