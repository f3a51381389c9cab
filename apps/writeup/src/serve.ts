import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { closeServer, host, listen } from '@meteor-vs-mean/testbed/process';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface Served {
  url: string;
  stop(): Promise<void>;
}

/**
 * A plain file server, on this machine alone: files, and index.html of a folder.
 * @param port 0: any free one
 */
export async function serveFolder(folder: string, port: number): Promise<Served> {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => {
      // Half of a file must not pass for all of it.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  return {
    url: `http://${host}:${await listen(server, port)}/`,
    stop: () => closeServer(server),
  };
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const asked = path.join(folder, path.posix.normalize(decodeURIComponent(pathname)));
  const inside = asked === folder || asked.startsWith(folder + path.sep);
  const found = inside ? await fileAt(asked) : undefined;
  if (found === 'folder' && !pathname.endsWith('/')) {
    response.writeHead(301, { location: `${pathname}/` }).end();
    return;
  }
  const file = found === 'folder' ? path.join(asked, 'index.html') : asked;
  if (found === undefined || (found === 'folder' && (await fileAt(file)) !== 'file')) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.\n');
    return;
  }
  response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
  await pipeline(createReadStream(file), response);
}

async function fileAt(at: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(at).catch(() => undefined);
  if (!found) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}
