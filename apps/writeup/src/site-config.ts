import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reference } from '@meteor-vs-mean/measure/results';
import { drawPage } from '@meteor-vs-mean/report';
import { defineConfig } from 'vitepress';
import { expand } from './expand.ts';
import { openRecorded } from './library.ts';
import { pages as ownPages } from './places.ts';
import { linkFiles, sourcePage, sourcePlace } from './repository-links.ts';
import { inMenu, sidebar } from './sidebar.ts';
import { placeOf } from './sources.ts';

/**
 * VitePress's configuration: pages get their figures while they are read, and reports are drawn beside them.
 * @param pages the folder of the pages; a test has others
 */
export async function siteConfig(pages = ownPages) {
  const library = await openRecorded();
  const groups = sidebar(pages);
  const files = new Set<string>();
  /** What pages link to, by its place in the site: of each recorded result a file, and copies of sources. */
  const beside = () =>
    new Map<string, () => Promise<string>>([
      ...library.names.flatMap((name): [string, () => Promise<string>][] => {
        const { source, recorded } = library.open(name);
        const file = recorded?.page ?? null;
        if (file === null) return [];
        return [[placeOf(source.folder, file), () => contentOf(path.join(reference, source.folder), file)]];
      }),
      ...[...files].map((file): [string, () => Promise<string>] => [
        sourcePlace(file),
        () => sourcePage(file),
      ]),
    ]);
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
        // On a phone each row of a wide table is a card, and each cell says its column.
        md.core.ruler.push('labels', ({ tokens }) => {
          let heads: string[] = [];
          let column = 0;
          for (const [index, token] of tokens.entries()) {
            if (token.type === 'table_open') heads = [];
            if (token.type === 'tr_open') column = 0;
            if (token.type === 'th_open') heads.push(tokens[index + 1]?.content ?? '');
            if (token.type === 'td_open') token.attrSet('data-label', heads[column++] ?? '');
          }
        });
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
        first && inMenu.has(text) ? [{ text, link: first.link }] : [],
      ),
      sidebar: groups,
      aside: false,
      outline: { level: [2, 3], label: 'On this page' },
      docFooter: { prev: 'Before', next: 'Next' },
    },
    vite: {
      plugins: [
        {
          // While pages are written (`--dev`), what the built site has beside them is made when it is asked for.
          name: 'beside-the-pages',
          configureServer(server) {
            server.middlewares.use((request, response, next) => {
              const place = (request.url ?? '').slice(1).replace(/[?#].*$/, '');
              const make = beside().get(place);
              if (make === undefined) return next();
              make().then((body) => {
                response.setHeader(
                  'content-type',
                  place.endsWith('.html') ? 'text/html' : 'application/json',
                );
                response.end(body);
              }, next);
            });
          },
        },
      ],
    },
    async buildEnd({ outDir }) {
      for (const [place, make] of beside()) {
        const to = path.join(outDir, place);
        await mkdir(path.dirname(to), { recursive: true });
        await writeFile(to, await make());
      }
    },
  });
}

/** A report is drawn from its folder; any other file is what it is. */
async function contentOf(folder: string, file: string): Promise<string> {
  return file === 'report.html' ? drawPage(folder) : readFile(path.join(folder, file), 'utf8');
}
