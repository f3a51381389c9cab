import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { expand } from './expand.ts';
import { type Library, openLibrary } from './library.ts';
import { pages, reference } from './places.ts';
import { awaited, references } from './references.ts';
import { sidebar } from './sidebar.ts';
import { placeOf } from './sources.ts';

/** VitePress's configuration: pages get their figures while they are read, and reports are copied beside them. */
export async function siteConfig() {
  const library = await openLibrary(reference, references, awaited);
  const groups = sidebar(pages);
  return defineConfig({
    title: 'Meteor and MEAN',
    description:
      'Two equivalent real-time apps on one MongoDB, compared: what each costs, and how that was measured.',
    lang: 'en',
    srcDir: 'pages',
    outDir: 'dist',
    cacheDir: '.cache',
    // Every address in the built site is relative, so that it works in any folder of any file server.
    base: './',
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    markdown: {
      config(md) {
        md.core.ruler.before('normalize', 'recorded', (state) => {
          const page = (state.env as { relativePath?: string }).relativePath ?? '';
          state.src = expand(state.src, page, library);
        });
      },
    },
    themeConfig: {
      nav: groups.flatMap(({ text, items: [first] }) => (first ? [{ text, link: first.link }] : [])),
      sidebar: groups,
      outline: { level: [2, 3], label: 'On this page' },
      docFooter: { prev: 'Before', next: 'Next' },
    },
    vite: { plugins: [serveResults(library)] },
    async buildEnd({ outDir }) {
      for (const [folder, file] of linked(library)) {
        const to = path.join(outDir, placeOf(folder, file));
        await mkdir(path.dirname(to), { recursive: true });
        await cp(path.join(reference, folder, file), to);
      }
    },
  });
}

/** Of every recorded result the file that pages link to. */
function linked(library: Library): [folder: string, file: string][] {
  return library.names.flatMap((name): [string, string][] => {
    const { reference, recorded } = library.open(name);
    return recorded === 'awaited' || recorded.page === null ? [] : [[reference.folder, recorded.page]];
  });
}

/** While pages are written (`--dev`), reports aren't copied but read where they are. */
function serveResults(library: Library) {
  const files = new Map(
    linked(library).map(([folder, file]) => [
      `/${placeOf(folder, file)}`,
      path.join(reference, folder, file),
    ]),
  );
  return {
    name: 'recorded-results',
    configureServer(server: {
      middlewares: {
        use(
          handle: (
            request: { url?: string },
            response: { setHeader(name: string, value: string): void; end(body: Buffer): void },
            next: (error?: unknown) => void,
          ) => void,
        ): void;
      };
    }) {
      server.middlewares.use((request, response, next) => {
        const file = files.get((request.url ?? '').replace(/[?#].*$/, ''));
        if (file === undefined) return next();
        readFile(file).then((body) => {
          response.setHeader('content-type', file.endsWith('.html') ? 'text/html' : 'application/json');
          response.end(body);
        }, next);
      });
    },
  };
}
