import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { canonicalPath } from '@meteor-vs-mean/contract';
import compression from 'compression';
import { Router, static as serveStatic } from 'express';
import { nonceOf, withNonce } from './headers.ts';
import type { Page, Pages } from './pages.ts';
import { shellOf } from './shell.ts';

/** Files with a content hash in their names never change. */
const hashed = /-[\w-]{8}\.\w+$/;

const notBuilt: Page = {
  status: 503,
  html: `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>MEAN: the client isn't built</title>
<h1>The client isn't built</h1>
<p>Run <code>npm run build --workspace @meteor-vs-mean/mean-client</code>, then load this page again.</p>
<p>The server itself works: see <a href="/health">/health</a> and <a href="/api/lists">/api/lists</a>.</p>
</html>
`,
};

/**
 * Serves the browser client's build. Any path that isn't a file is a page.
 * @param folder the build for browsers
 */
export function clientOf(folder: string, pages: Pages): Router {
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
  router.get('/{*path}', (request, response, next) => {
    const canonical = canonicalPath(request.path);
    if (canonical === request.path) return next();
    // Browsers treat a backslash as a slash, and two leading slashes as another host.
    response.redirect(308, canonical.replaceAll('\\', '%5C') + request.url.slice(request.path.length));
  });
  router.get('/{*path}', async (request, response, next) => {
    // A missing file isn't a page.
    if (path.extname(request.path) !== '' || !request.url.startsWith('/')) return next();
    // The page may contain private data.
    response.setHeader('cache-control', 'private, no-store');
    const { status, html } =
      (await pages.render(request, response, nonceOf(response))) ?? (await emptyPage(folder)) ?? notBuilt;
    response.status(status).type('html').send(withNonce(html, response));
  });
  return router;
}

/** The empty page, which scripts fill. Angular also uses this name in builds for servers. */
async function emptyPage(folder: string): Promise<Page | undefined> {
  for (const name of ['index.csr.html', 'index.html']) {
    const html = await readFile(path.join(folder, name), 'utf8').catch(() => undefined);
    if (html !== undefined) return { status: 200, html };
  }
  return undefined;
}
