import { readFile } from 'node:fs/promises';
import path from 'node:path';
import compression from 'compression';
import { Router, static as serveStatic } from 'express';
import { withNonce } from './headers.ts';
import { shellOf } from './shell.ts';

/** The build puts a hash of its content into a file's name: under that name it never changes. */
const hashed = /-[\w-]{8}\.\w+$/;

const notBuilt = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>MEAN: the client isn't built</title>
<h1>The client isn't built</h1>
<p>Run <code>npm run build --workspace @meteor-vs-mean/mean-client</code>, then load this page again.</p>
<p>The server itself works: see <a href="/health">/health</a> and <a href="/api/lists">/api/lists</a>.</p>
</html>
`;

/**
 * The browser's part, as built. Any address that isn't a file is a page of it.
 * @param folder where index.html is
 */
export function clientOf(folder: string): Router {
  const router = Router();
  router.use(compression());
  router.use(shellOf(folder));
  router.use(
    serveStatic(folder, {
      index: false,
      redirect: false,
      setHeaders(response, file) {
        const caching = hashed.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
        response.setHeader('cache-control', caching);
      },
    }),
  );
  router.get('/{*path}', async (request, response, next) => {
    // A file that is gone, or never was, isn't a page.
    if (path.extname(request.path) !== '') return next();
    response.setHeader('cache-control', 'no-cache');
    const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => undefined);
    response
      .status(page === undefined ? 503 : 200)
      .type('html')
      .send(withNonce(page ?? notBuilt, response));
  });
  return router;
}
