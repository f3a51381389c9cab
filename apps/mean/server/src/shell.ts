import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RequestHandler } from 'express';

/** What the build calls the page without anything rendered: the first where the server renders pages. */
const names = ['index.csr.html', 'index.html'];

/** What is between the tags, if anything is. */
const inline = /<(script|style)\b[^>]*>([^<]+)<\/\1>/g;

/**
 * The empty page as a file, for service workers, which keep it for when there is no connection. They hold it to the
 * hash that the build knows, so it goes out as it was built: its own inline scripts and styles are allowed by their
 * hashes, as no nonce could be.
 * @param folder where the built client is
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

/** Names the build that is served, as its pages know it: by the file that they begin with. */
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
