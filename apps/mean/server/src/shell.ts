import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RequestHandler } from 'express';

/** The build's names for the empty page: the first where the server renders pages. */
const names = ['index.csr.html', 'index.html'];

/** The text between the tags, if there is any. */
const inline = /<(script|style)\b[^>]*>([^<]+)<\/\1>/g;

/**
 * The empty page as a file, for service workers, which keep it for use offline. They verify the build's hash of it, so
 * it is sent unchanged: the policy allows its own inline scripts and styles by their hashes, as a nonce would change
 * it.
 * @param folder the built client
 */
export function shellOf(folder: string): RequestHandler {
  return async (request, response, next) => {
    const name = names.find((each) => request.path === `/${each}`);
    const page = name && (await read(folder, name));
    if (!page) return next();
    const hashes = Array.from(page.matchAll(inline), ([, , text = '']) => {
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    });
    const policy = String(response.getHeader('content-security-policy') ?? '');
    response.setHeader('content-security-policy', policy.replaceAll(/'nonce-[^']+'/g, hashes.join(' ')));
    response.set('cache-control', 'no-cache').type('html').send(page);
  };
}

/** The id of the served build, by the file that its pages load first. */
export async function buildOf(folder: string): Promise<string | null> {
  for (const name of names) {
    const page = await read(folder, name);
    if (page) return /<script src="\/?([^"]+)" type="module"/.exec(page)?.[1] ?? null;
  }
  return null;
}

function read(folder: string, name: string): Promise<string | undefined> {
  return readFile(path.join(folder, name), 'utf8').catch(() => undefined);
}
