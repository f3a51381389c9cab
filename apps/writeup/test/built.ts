import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { parseHTML } from 'linkedom';
import { writeup } from '../src/places.ts';

/** Where tests build: within the workspace, so that packages are found; git ignores it. */
export async function buildFolder(): Promise<{ folder: string } & AsyncDisposable> {
  await mkdir(path.join(writeup, '.cache'), { recursive: true });
  const folder = await mkdtemp(path.join(writeup, '.cache', 'test-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Runs a program of Node's to its end, without what Vitest sets. It ends with this process at the latest.
 * @throws with what it printed, if it fails
 */
export async function node(...args: string[]): Promise<string> {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const lines: string[] = [];
  const child = await startChild(process.execPath, args, {
    cwd: writeup,
    env: { ...env, NO_COLOR: '1' },
    log: (line) => lines.push(line),
  });
  const { code } = await child.exited;
  const printed = lines.join('\n');
  if (code !== 0) throw new Error(printed);
  return printed;
}

/** Builds the site into a folder. @returns what was printed */
export function buildInto(site: string): Promise<string> {
  return node('src/main.ts', '--build', '--out', site);
}

/** A page of a built site. */
export interface BuiltPage {
  /** Within the site. */
  file: string;
  html: string;
  document: Document;
  ids: Set<string>;
}

/** The files of all of a built site's pages; reports and copies of sources are such, too. */
export async function builtFiles(site: string): Promise<string[]> {
  // A glob would pass over folders whose names begin with a dot.
  return (await readdir(site, { recursive: true })).filter((name) => name.endsWith('.html')).sort();
}

/** All of a built site's pages. */
export async function builtPages(site: string): Promise<BuiltPage[]> {
  return Promise.all(
    (await builtFiles(site)).map(async (file) => {
      const html = await readFile(path.join(site, file), 'utf8');
      const { document } = parseHTML(html);
      const ids = new Set([...document.querySelectorAll('[id]')].map((one) => one.id));
      return { file, html, document, ids };
    }),
  );
}

/** Whether it is of a page that we wrote. */
export function isWritten(file: string): boolean {
  return !file.startsWith('results/') && !file.startsWith('source/') && file !== '404.html';
}
