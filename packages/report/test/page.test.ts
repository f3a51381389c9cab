import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { newestReference, readCompare } from '@meteor-vs-mean/measure/results';
import {
  deliveryRound,
  type Fixture,
  fixture,
  mean,
  memoryRound,
  meteor,
  temporaryFolder,
  writeFixture,
} from '@meteor-vs-mean/measure/results/fixture';
import { type SampleFixture, sampleFixture } from '@meteor-vs-mean/measure/results/sample-fixture';
import {
  chromiumRemedy,
  findChromium,
  type OpenBrowser,
  openBrowser,
} from '@meteor-vs-mean/testbed/chromium';
import type axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeReport } from '../src/index.ts';

const most_bytes = 2_000_000;

/** Everything that a report can have, in one folder. */
function everything(): Fixture {
  const kinds = [meteor, mean, ...['emit', 'w:1'].map((key) => ({ ...mean, key: `mean ${key}` }))];
  const searched = [100, 500, 250].map((subscribers, index) =>
    deliveryRound(mean, 13 + index, 13 + index, {
      subscribers,
      load: 'fan-out-lists',
      lost: subscribers === 500 ? 4990 : 0,
    }),
  );
  return fixture({
    experiment: 'ladder',
    contestants: kinds,
    deliveries: [
      ...kinds.flatMap((one, index) =>
        [1, 2].map((pair) =>
          deliveryRound(one, 4 * (pair - 1) + index + 1, pair, {
            p50: 8 + 4 * index,
            lost: index === 2 ? 4900 : 0,
            voided: index === 3 && pair === 2,
          }),
        ),
      ),
      ...searched,
    ],
    memory: kinds.map((one, index) => memoryRound(one, 9 + index, 1, { documents: 100, bent: index === 1 })),
    comparisons: kinds.slice(2).map(({ key }) => ({ title: null, a: key, b: 'mean' })),
    manifest: { git: null, ended: { failed: 'MongoDB <went> away' } },
    plan: {
      capacities: [
        {
          contestant: 'mean',
          what: 'subscribers in lists of 10',
          held: '1 write a second into each list',
          limit_ms: 500,
          most: 5000,
          trials: searched.map(({ round: { round, subscribers } }) => ({
            level: subscribers,
            round,
          })),
        },
      ],
      floor: { folder: 'results/control', sameMachine: false, figures: { p50_ms: 1.05 } },
    },
  });
}

/** An experiment of the lab, with a void round and a contestant that isn't run. */
function lab(): SampleFixture {
  return sampleFixture({ voided: [2], manifest: { git: null, ended: { failed: 'Chromium <went> away' } } });
}

/** Of every chart: the numbers of its table, as the page shows them. */
function tablesOf(html: string): Map<string, string[][]> {
  const figures = html.split('<figure class="chart" id="chart-').slice(1);
  return new Map(
    figures.map((figure) => {
      const body = /<table class="data">.*?<tbody>(.*?)<\/tbody>/s.exec(figure)?.[1] ?? '';
      const rows = body.split('</tr>').filter((row) => row.includes('<td>'));
      const cells = rows.map((row) => [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, text = '']) => text));
      return [figure.slice(0, figure.indexOf('"')), cells];
    }),
  );
}

/** Rounds of a real Meteor. */
const recordedRun = await newestReference('full-200');
const made = new Map<string, string>();
let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  temporary = await temporaryFolder();
  const recorded = path.join(temporary.folder, 'reference');
  await cp(recordedRun, recorded, { recursive: true });
  await writeReport(recorded);
  made.set('reference', recorded);
  for (const [name, make] of [['everything', everything]] as const) {
    const folder = await writeFixture(path.join(temporary.folder, name), await make());
    await writeReport(folder);
    made.set(name, folder);
  }
  const experiment = await writeFixture(path.join(temporary.folder, 'lab'), lab());
  await writeReport(experiment);
  made.set('lab', experiment);
});
afterAll(async () => temporary[Symbol.asyncDispose]());

describe.each(['reference', 'everything', 'lab'])('the report of %s', (name) => {
  const read = (file: string) => readFile(path.join(made.get(name) ?? '', file), 'utf8');

  test('is one small file with nothing from elsewhere, and no script', async () => {
    const { size } = await stat(path.join(made.get(name) ?? '', 'report.html'));
    expect(size).toBeLessThan(most_bytes);
    const html = await read('report.html');
    expect(html).not.toMatch(/<script|<link(?![^>]*href="data:)|<img|@import|url\((?!#)/);
    expect(html).not.toMatch(/(?:src|href)="(?!#|data:)/);
    expect(html).not.toContain('<went> away');
  });

  test('has ids that are each there once, and a title and a description for every picture', async () => {
    const html = await read('report.html');
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const pictures = [...html.matchAll(/<svg[^>]*aria-labelledby="([^ ]+) ([^"]+)"[^>]*>/g)];
    expect(pictures.length).toBeGreaterThan(4);
    expect(html.match(/<svg/g)).toHaveLength(pictures.length);
    for (const [svg, title, description] of pictures) {
      expect(svg).toContain('role="img"');
      expect(ids).toContain(title);
      expect(ids).toContain(description);
    }
  });

  test('has under each chart the same numbers as its CSV and charts.json', async () => {
    const tables = tablesOf(await read('report.html'));
    const { charts } = JSON.parse(await read('charts.json'));
    expect(charts.length).toBeGreaterThanOrEqual(tables.size);
    expect(tables.size).toBeGreaterThan(4);
    for (const { id, columns, rows } of charts) {
      const lines = (await read(`charts/${id}.csv`)).trimEnd().split('\r\n');
      expect(lines).toHaveLength(1 + rows.length);
      expect(lines[0]?.split(',').length).toBe(columns.length);
      const shown = tables.get(id);
      if (shown) expect(shown).toEqual(rows.map((row: unknown[]) => row.map((value) => `${value ?? ''}`)));
    }
    const files = await readdir(path.join(made.get(name) ?? '', 'charts'));
    expect(files).toHaveLength(charts.length);
  });
});

test('Markdown for an issue has the verdict, the tables and the command', async () => {
  const md = await readFile(path.join(made.get('reference') ?? '', 'report.md'), 'utf8');
  expect(md).toMatch(/^## Meteor, MEAN, (?:Minimal|Smallest) Meteor and (?:Minimal|Smallest) Socket\.io\n/);
  const { results, comparisons } = (await readCompare(recordedRun)).summary;
  const [meteor, mean] = ['meteor', 'mean'].map((name) => {
    const { value } = results.find(({ key }) => key === name)?.figures.p50_ms ?? {};
    return `${value?.toPrecision(3)} ms`;
  });
  const p50 = comparisons[0]?.figures.p50_ms;
  const [ratio, low, high] = [p50?.mean, p50?.interval?.low, p50?.interval?.high].map((value) =>
    value?.toFixed(2),
  );
  expect(md).toContain(`a write reaches a subscriber of Meteor ${ratio} times as late as one of MEAN at p50`);
  // The matrix begins with the audience that shares one list.
  expect(md).toContain(`Meteor | ${meteor} |`);
  expect(md).toContain(`MEAN | ${mean} |`);
  expect(md).toContain(`Meteor / MEAN | ${ratio} (95 %: ${low} to ${high}) |`);
  expect(md).toContain('npm run compare -- --full\n');
  expect(md).not.toMatch(/<(?!br>)/);
});

const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser)
  console.log(`The report isn't looked at: there is no Chromium. To do so: ${chromiumRemedy}.`);

describe.runIf(hasBrowser)('in a browser', () => {
  let open: OpenBrowser;
  beforeAll(async () => {
    open = await openBrowser();
  });
  afterAll(async () => open.browser.close());

  const look = async (name: string, colorScheme: 'light' | 'dark', width: number) => {
    const context = await open.browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const url = pathToFileURL(path.join(made.get(name) ?? '', 'report.html')).href;
    await page.goto(url);
    const elsewhere = () => requests.filter((one) => one !== url && !one.startsWith('data:'));
    return { page, elsewhere, [Symbol.asyncDispose]: () => context.close() };
  };

  test.each([
    ['reference', 'light', 1000],
    ['reference', 'dark', 390],
    ['everything', 'light', 390],
    ['everything', 'dark', 1000],
    ['lab', 'light', 390],
    ['lab', 'dark', 1000],
  ] as const)(
    'axe finds nothing serious in %s, %s, at %i px, and nothing is fetched',
    async (name, scheme, width) => {
      await using looking = await look(name, scheme, width);
      const { page, elsewhere } = looking;
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        // The rows of a chart's numbers are drawn alike, and of a long run they are thousands.
        for (const row of document.querySelectorAll('table.data tbody tr:nth-child(n + 4)')) row.remove();
      });
      const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      await page.evaluate(source);
      const found = await page.evaluate(async () => {
        const { axe: checker } = window as unknown as { axe: typeof axe };
        const { violations } = await checker.run(document, { resultTypes: ['violations'] });
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      expect(found).toEqual([]);
      expect(elsewhere()).toEqual([]);
    },
  );

  test.each(['reference', 'everything', 'lab'])(
    'a phone shows %s without scrolling sideways',
    async (name) => {
      await using looking = await look(name, 'light', 390);
      const { page } = looking;
      const overflow = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        return document.documentElement.scrollWidth - window.innerWidth;
      });
      expect(overflow).toBe(0);
      const shown = await page.evaluate(
        () =>
          [...document.querySelectorAll('svg')].filter((svg) => svg.getBoundingClientRect().width > 0).length,
      );
      expect(shown).toBeGreaterThan(4);
    },
  );

  test.each(['reference', 'everything', 'lab'])('at 1280 px no table of %s is cut', async (name) => {
    await using looking = await look(name, 'light', 1280);
    const cut = await looking.page.evaluate(() =>
      [...document.querySelectorAll('.scroll')]
        .filter((scroll) => scroll.closest('details') === null && scroll.scrollWidth > scroll.clientWidth)
        .map((scroll) => scroll.querySelector('caption')?.textContent),
    );
    expect(cut).toEqual([]);
  });

  test('text in a picture keeps a size that can be read, and stays inside it', async () => {
    for (const [name, width] of [
      ['reference', 1000],
      ['reference', 390],
      ['everything', 390],
      ['lab', 390],
      ['lab', 1000],
    ] as const) {
      await using looking = await look(name, 'light', width);
      const wrong = await looking.page.evaluate(() => {
        const texts = [...document.querySelectorAll('svg text')].filter(
          (text) => text.getBoundingClientRect().width > 0,
        );
        return texts.flatMap((text) => {
          const [inner, outer] = [
            text.getBoundingClientRect(),
            document.documentElement.getBoundingClientRect(),
          ];
          const scale = (text as SVGTextElement).getScreenCTM()?.a ?? 0;
          const size = scale * Number.parseFloat(getComputedStyle(text).fontSize);
          const fits = inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
          return size < 9.5 || !fits
            ? [`${text.textContent}: ${size.toFixed(1)} px, to ${inner.right.toFixed(0)}`]
            : [];
        });
      });
      expect(wrong).toEqual([]);
    }
  });

  test('printed, it is dark on light whatever the screen was, and what is closed takes no room', async () => {
    await using looking = await look('reference', 'dark', 1000);
    const { page } = looking;
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await page.locator('details:visible').count()).toBe(0);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });
});
