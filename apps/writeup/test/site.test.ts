import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfSources } from '../src/build.ts';
import { pages as ownPages, writeup } from '../src/places.ts';
import { sidebar } from '../src/sidebar.ts';
import { type BuiltPage, buildFolder, buildInto, builtPages, isWritten, node } from './built.ts';

let temporary: Awaited<ReturnType<typeof buildFolder>>;
let site: string;
let printed: string;
let all: BuiltPage[];
let written: BuiltPage[];
beforeAll(async () => {
  temporary = await buildFolder();
  site = path.join(temporary.folder, 'site');
  printed = await buildInto(site);
  all = await builtPages(site);
  written = all.filter(({ file }) => isWritten(file));
});
afterAll(() => temporary[Symbol.asyncDispose]());

test('the build prints where the site is, and has every page', async () => {
  expect(printed).toContain(`The write-up is built: ${path.relative(writeup, site)}`);
  const names = (await readdir(ownPages, { recursive: true })).filter((name) => name.endsWith('.md'));
  expect(written.map(({ file }) => file.replace(/html$/, 'md'))).toEqual(names.sort());
});

test('from the same sources it is not built again, and takes the place of what was built', async () => {
  const again = path.join(temporary.folder, 'again');
  await buildInto(again);
  await writeFile(path.join(again, 'of-a-build-before.html'), '');
  const kept = await buildInto(again);
  expect(kept).not.toContain('rendering pages');
  const lacksOf = (text: string) => text.match(/^Not recorded yet.*$/gm);
  expect(lacksOf(kept)).toEqual(lacksOf(printed));
  const filesOf = async (folder: string) => (await readdir(folder, { recursive: true })).sort();
  expect(await filesOf(again)).toEqual(await filesOf(site));
  expect(await readFile(path.join(again, 'index.html'))).toEqual(
    await readFile(path.join(site, 'index.html')),
  );
});

test('a source and a recorded result are among what it is built from, a result of today, a drawing and a user’s script are not', async () => {
  const checkout = path.join(temporary.folder, 'checkout');
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(checkout, file)), { recursive: true });
    await writeFile(path.join(checkout, file), text);
    return hashOfSources(checkout);
  };
  const before = await write('apps/mean/server/src/main.ts', 'one');
  expect(await write('load-tests/results/today/manifest.json', '{}')).toBe(before);
  expect(await write('load-tests/results/reference/full/charts/rows.csv', '1')).toBe(before);
  expect(await write('chat.yml', 'config: {}')).toBe(before);
  expect(await write('accounts.csv', 'ada,secret')).toBe(before);
  const changed = await write('apps/mean/server/src/main.ts', 'two');
  expect(changed).not.toBe(before);
  const packaged = await write('package.json', '{}');
  expect(packaged).not.toBe(changed);
  expect(await write('load-tests/results/reference/full/manifest.json', '{}')).not.toBe(packaged);
});

test('every page is in the sidebar', () => {
  const [first] = written as [BuiltPage];
  const linked = [...first.document.querySelectorAll('.VPSidebar a')].map(
    (one) => one.getAttribute('href') ?? '',
  );
  const files = linked.map((href) => path.posix.normalize(href).replace(/^\.?\//, ''));
  for (const { file } of written) {
    const asked = [file, file.replace(/index\.html$/, ''), file.replace(/\.html$/, '')];
    expect(
      files.some((one) => asked.includes(one) || (one === '.' && file === 'index.html')),
      file,
    ).toBe(true);
  }
});

test('the pages with the answers stand apart from the exercises, last', () => {
  expect(sidebar(ownPages).at(-1)).toEqual({
    text: 'For the teacher',
    items: [
      { text: 'The teaching plan', link: '/workshop/teacher' },
      { text: 'Slides: Meteor or MEAN?', link: '/workshop/slides' },
      { text: 'Answers to each "Discuss"', link: '/workshop/answers' },
    ],
  });
  const [first] = written as [BuiltPage];
  expect(first.document.querySelector('.VPNavBarMenu')?.textContent).not.toContain('teacher');
});

test('every link within it, every anchor, style and script is there, and is relative', async () => {
  const ids = new Map(all.map((page) => [page.file, page.ids]));
  const wrong: string[] = [];
  for (const { file, document } of all) {
    const addresses = [...document.querySelectorAll('[href], [src]')].flatMap(
      (one) => one.getAttribute('href') ?? one.getAttribute('src') ?? [],
    );
    for (const address of new Set(addresses)) {
      if (/^(https?:|data:|mailto:)/.test(address)) continue;
      const reason = await whyWrong(address, file, ids);
      if (reason) wrong.push(`${file}: ${address} ${reason}`);
    }
  }
  expect(wrong).toEqual([]);
});

async function whyWrong(
  address: string,
  from: string,
  ids: Map<string, Set<string>>,
): Promise<string | undefined> {
  if (address.startsWith('/')) return 'is not relative: it breaks in a subfolder';
  const [name = '', anchor] = decodeURIComponent(address).split('#');
  const asked = name.split('?')[0] ?? '';
  const to = asked === '' ? from : path.posix.join(path.posix.dirname(from), asked);
  const found = await stat(path.join(site, to)).catch(() => undefined);
  const file = found?.isDirectory() ? path.posix.join(to, 'index.html') : to;
  if (!found || !(await stat(path.join(site, file)).catch(() => undefined))) return 'leads nowhere';
  return anchor && file.endsWith('.html') && !ids.get(file)?.has(anchor) ? `has no #${anchor}` : undefined;
}

test('each page has one first heading, and none skips a level', () => {
  for (const { file, document } of written) {
    const levels = [...document.querySelectorAll('main h1, main h2, main h3, main h4, main h5')].map(
      ({ tagName }) => Number(tagName.slice(1)),
    );
    expect(
      levels.filter((level) => level === 1),
      file,
    ).toHaveLength(1);
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0), `${file}, heading ${index + 1}`).toBeLessThanOrEqual(1);
    }
  }
});

test('ids are each there once', () => {
  for (const { file, document } of written) {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      file,
    ).toEqual([]);
  }
});

test('no page shows a tag in place of what it stands for', () => {
  for (const { file, document } of written) {
    const main = document.querySelector('main')?.cloneNode(true) as Element;
    // Code may say what it likes.
    for (const code of main.querySelectorAll('pre, code')) code.remove();
    const text = main.textContent ?? '';
    expect(text, file).not.toMatch(/\{\{|<Chart|<Table|\bundefined\b|\bNaN\b/);
  }
});

describe('the build fails', () => {
  const build = async (name: string, markdown: string): Promise<string> => {
    const root = path.join(temporary.folder, name);
    await mkdir(path.join(root, '.vitepress'), { recursive: true });
    await mkdir(path.join(root, 'pages'));
    await writeFile(path.join(root, 'pages/index.md'), `# Page\n\n${markdown}\n`);
    await writeFile(
      path.join(root, '.vitepress/config.ts'),
      `import { siteConfig } from '${path.join(writeup, 'src/site-config.ts')}';\nexport default siteConfig('${path.join(root, 'pages')}');\n`,
    );
    return node(path.join(writeup, '../../node_modules/vitepress/bin/vitepress.js'), 'build', root);
  };

  test('on a figure that is not there, naming the page', async () => {
    await expect(build('figure', "{{ fig('full200.p50.metor') }}")).rejects.toThrow(
      'pages/index.md: there is no figure full200.p50.metor; there are full200.p50.meteor',
    );
  });
});
