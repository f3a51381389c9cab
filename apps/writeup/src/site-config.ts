import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawPage } from '@meteor-vs-mean/report';
import { reference } from '@meteor-vs-mean/results';
import { defineConfig } from 'vitepress';
import { expand } from './expand.ts';
import { type Library, openLibrary } from './library.ts';
import { pages as ownPages } from './places.ts';
import { openSources } from './references.ts';
import { linkFiles, serveSources, sourcePage, sourcePlace } from './repository-links.ts';
import { forTeacher, sidebar } from './sidebar.ts';
import { placeOf } from './sources.ts';

/**
 * VitePress's configuration: pages get their figures while they are read, and reports are drawn beside them.
 * @param pages the folder of the pages; a test has others
 */
export async function siteConfig(pages = ownPages) {
  const library = await openLibrary(reference, await openSources());
  const groups = sidebar(pages);
  const files = new Set<string>();
  return defineConfig({
    title: 'Meteor and MEAN',
    description:
      'Two equivalent real-time apps on one MongoDB, compared: what each costs, and how that was measured.',
    lang: 'en',
    srcDir: pages,
    outDir: 'dist',
    cacheDir: '.cache',
    // Every address in the built site is relative, so that it works in any folder of any file server.
    base: './',
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    markdown: {
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      config(md) {
        // The corner of a table is no heading.
        md.core.ruler.push('corners', ({ tokens }) => {
          for (const [index, token] of tokens.entries()) {
            if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue;
            token.tag = 'td';
            const close = tokens[index + 2];
            if (close) close.tag = 'td';
          }
        });
        md.core.ruler.before('normalize', 'recorded', (state) => {
          const page = (state.env as { relativePath?: string }).relativePath ?? '';
          state.src = linkFiles(expand(state.src, page, library), page, files);
        });
      },
    },
    themeConfig: {
      nav: groups.flatMap(({ text, items: [first] }) =>
        first && text !== forTeacher ? [{ text, link: first.link }] : [],
      ),
      sidebar: groups,
      outline: { level: [2, 3], label: 'On this page' },
      docFooter: { prev: 'Before', next: 'Next' },
    },
    vite: { plugins: [serveResults(library), serveSources()] },
    async buildEnd({ outDir }) {
      for (const [folder, file] of linked(library)) {
        const to = path.join(outDir, placeOf(folder, file));
        await mkdir(path.dirname(to), { recursive: true });
        await writeFile(to, await contentOf(path.join(reference, folder), file));
      }
      for (const file of files) {
        const to = path.join(outDir, sourcePlace(file));
        await mkdir(path.dirname(to), { recursive: true });
        await writeFile(to, await sourcePage(file));
      }
    },
  });
}

/** Of every recorded result the file that pages link to. */
function linked(library: Library): [folder: string, file: string][] {
  return library.names.flatMap((name): [string, string][] => {
    const { source, recorded } = library.open(name);
    return recorded === null || recorded.page === null ? [] : [[source.folder, recorded.page]];
  });
}

/** A report is drawn from its folder; any other file is what it is. */
async function contentOf(folder: string, file: string): Promise<string> {
  return file === 'report.html' ? drawPage(folder) : readFile(path.join(folder, file), 'utf8');
}

/** While pages are written (`--dev`), a report is drawn when it is asked for. */
function serveResults(library: Library) {
  const files = new Map(
    linked(library).map(([folder, file]) => [`/${placeOf(folder, file)}`, { folder, file }]),
  );
  return {
    name: 'recorded-results',
    configureServer(server: {
      middlewares: {
        use(
          handle: (
            request: { url?: string },
            response: { setHeader(name: string, value: string): void; end(body: string): void },
            next: (error?: unknown) => void,
          ) => void,
        ): void;
      };
    }) {
      server.middlewares.use((request, response, next) => {
        const found = files.get((request.url ?? '').replace(/[?#].*$/, ''));
        if (found === undefined) return next();
        const { folder, file } = found;
        contentOf(path.join(reference, folder), file).then((body) => {
          response.setHeader('content-type', file.endsWith('.html') ? 'text/html' : 'application/json');
          response.end(body);
        }, next);
      });
    },
  };
}
