import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn, root } from '@meteor-vs-mean/process';
import { parseAllDocuments } from 'yaml';
import type { Sources } from './manifest.ts';
import { cssLiteral, languageOf, typeScriptTokens, uncommented } from './uncommented.ts';

/**
 * The sources of a run as they are now.
 * @throws as `fingerprintOf` does
 */
export async function sourcesNow(paths: readonly string[], folder: string = root): Promise<Sources> {
  return { paths, fingerprint: await fingerprintOf(paths, folder) };
}

/** Whether the code that a run measured is the code of now. A path that is gone is another code. */
export async function areCurrent({ paths, fingerprint }: Sources, folder: string = root): Promise<boolean> {
  return fingerprintOf(paths, folder).then(
    (now) => now === fingerprint,
    () => false,
  );
}

/**
 * Tells sources by their names and their code: comments and blanks don't count. What tools write beside them isn't a
 * source; a test is one only where the path of its file is given.
 * @param paths files and folders, relative to the root; their order doesn't matter
 * @param folder the root of a checkout
 * @returns 16 hex digits
 * @throws one line if one of them isn't there
 */
export async function fingerprintOf(paths: readonly string[], folder: string = root): Promise<string> {
  const lists = await Promise.all(paths.map((path) => filesAt(path, folder)));
  const hash = createHash('sha256');
  for (const file of [...new Set(lists.flat())].sort()) {
    // Of hundreds of small files a promise for each costs more CPU than reading them.
    const text = readFileSync(join(folder, file), 'utf8');
    hash.update(`${file}\0${remembered(text, file)}\0`);
  }
  return hash.digest('hex').slice(0, 16);
}

const isTest = /(^|\/)tests?\/|\.(test|spec)\./;

async function filesAt(path: string, folder: string): Promise<string[]> {
  const found = await stat(join(folder, path)).catch(() => {
    throw new Error(`${path} isn't in ${folder}, so it has no fingerprint: correct the path.`);
  });
  if (found.isFile()) return [path];
  const files = await filesIn(join(folder, path));
  return files.filter((file) => !isTest.test(file)).map((file) => `${path}/${file}`);
}

/** By path and text: references share most of their sources, and parsing those takes nearly all of the time. */
const codes = new Map<string, string>();

function remembered(text: string, path: string): string {
  const key = `${path}\0${text}`;
  const code = codes.get(key) ?? codeOf(text, path);
  codes.set(key, code);
  return code;
}

/** Two texts of one code have the same. A text of an unknown language is code as it stands. */
export function codeOf(written: string, path: string): string {
  // Git may have given Windows another line ending.
  const text = written.replaceAll('\r\n', '\n');
  if (/\.ya?ml$/.test(path)) return JSON.stringify(parseAllDocuments(text).map((one) => one.toJS()));
  const language = languageOf(path);
  switch (language) {
    case undefined:
      return text;
    case 'typescript':
      return typeScriptCode(text, path);
    case 'css':
      return collapsed(uncommented(text, path, language), cssLiteral);
    default:
      return collapsed(uncommented(text, path, language));
  }
}

/** Biome ends every statement with a semicolon, so a line's end says nothing that the tokens don't say. */
function typeScriptCode(text: string, path: string): string {
  const tokens = typeScriptTokens(text, path).map(({ from, to, isJsxText }) => {
    const token = text.slice(from, to);
    return isJsxText ? shownText(token) : token;
  });
  return tokens.filter((token) => token !== '').join('\n');
}

/** Of what stands between JSX tags: React drops a line's end with the blanks around it, and joins lines with a space. */
function shownText(text: string): string {
  return text.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s*\n\s*/g, ' ');
}

/** @param kept what looks like this keeps its blanks */
function collapsed(text: string, kept = /(?!)/): string {
  const parts = new RegExp(`(${kept.source})|\\s+`, 'gs');
  return text.replace(parts, (_, whole?: string) => whole ?? ' ').trim();
}
